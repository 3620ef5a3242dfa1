#include "peers.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace catena::bench {

std::string program_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

void* PeerModule::find(const char* symbol) const {
  return handle == nullptr ? nullptr : dlsym(handle, symbol);
}

PeerModule load_module(const std::string& name, std::vector<std::string>& notes) {
  std::string file = name;
  std::transform(file.begin(), file.end(), file.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string path = fmt::format("{}/../lib/catena_bench/{}.so", program_folder(), file);
  if (!std::filesystem::exists(path)) {
    notes.push_back(fmt::format("{}: left out, it was not installed at configuration", name));
    return {};
  }
  // Never closed: some of these libraries do not survive it.
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) notes.push_back(fmt::format("{}: left out, {}", name, dlerror()));
  return {handle};
}

std::vector<Peer> load_peers(std::vector<std::string>& notes) {
  std::vector<Peer> peers;
  for (const std::string name : peer_names) {
    const PeerModule module = load_module(name, notes);
    void* const symbol = module.find(make_peer_symbol);
    if (symbol == nullptr) continue;
    peers.push_back({name, reinterpret_cast<MakePeer>(symbol),
                     reinterpret_cast<MakeClosedPeer>(module.find(make_closed_peer_symbol))});
  }
  return peers;
}

}  // namespace catena::bench
