#include "catena/view/viewer_page.hpp"

// The assembler puts the file into the program as it is: an array in C++ would take long to
// compile.
#ifdef __APPLE__
#define CATENA_SECTION ".const_data\n"
#define CATENA_SYMBOL "_"
#define CATENA_END ".text\n"
#else
#define CATENA_SECTION ".pushsection .rodata\n"
#define CATENA_SYMBOL ""
#define CATENA_END ".popsection\n"
#endif

asm(CATENA_SECTION ".globl " CATENA_SYMBOL
                   "catena_viewer_page_begin\n"
                   ".globl " CATENA_SYMBOL "catena_viewer_page_end\n" CATENA_SYMBOL
                   "catena_viewer_page_begin:\n"
                   ".incbin \"" CATENA_VIEWER_PAGE_FILE "\"\n" CATENA_SYMBOL
                   "catena_viewer_page_end:\n"
                   ".byte 0\n" CATENA_END);

extern "C" {
extern const char catena_viewer_page_begin[];
extern const char catena_viewer_page_end[];
}

namespace catena::view {

std::string_view viewer_page() {
  return {catena_viewer_page_begin, catena_viewer_page_end};
}

}  // namespace catena::view
