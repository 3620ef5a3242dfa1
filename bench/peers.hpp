#pragma once
// The peers: each is a module of its own, loaded when the benchmark starts. They are kept apart
// because their libraries were compiled without AVX, which changes the layout of Eigen's types.

#include <string>
#include <vector>

#include "closed_contender.hpp"
#include "contender.hpp"

namespace catena::bench {

struct Peer {
  std::string name;
  MakePeer make = nullptr;
  MakeClosedPeer make_closed = nullptr;  // nothing where its module does not close loops
};

inline constexpr std::array peer_names = {"MuJoCo", "DART", "Simbody", "Bullet"};

// A module with a peer.
struct PeerModule {
  void* handle = nullptr;
  // What it exports under a name, or null.
  void* find(const char* symbol) const;
};
// `notes` tells where there is none.
PeerModule load_module(const std::string& name, std::vector<std::string>& notes);

// Those that were installed when the benchmark was configured; `notes` tells of the others.
std::vector<Peer> load_peers(std::vector<std::string>& notes);

// The folder of the running program.
std::string program_folder();

}  // namespace catena::bench
