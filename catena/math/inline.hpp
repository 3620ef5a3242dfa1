#pragma once
// Small functions of kernels must disappear into them; compilers give up on that in large kernels.

#if defined(__GNUC__) || defined(__clang__)
#define CATENA_INLINE [[gnu::always_inline]] inline
#else
#define CATENA_INLINE inline
#endif
