#pragma once
// Small functions of kernels must disappear into them; compilers give up on that in large kernels.
// Not under sanitizers, which would instrument every copy and compile for minutes.

#if (defined(__GNUC__) || defined(__clang__)) && !defined(__SANITIZE_ADDRESS__)
#define CATENA_INLINE [[gnu::always_inline]] inline
#define CATENA_INLINE_LAMBDA __attribute__((always_inline))
#else
#define CATENA_INLINE inline
#define CATENA_INLINE_LAMBDA
#endif
