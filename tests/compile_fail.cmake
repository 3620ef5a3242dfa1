# Code that must not compile: tests/<folder>/compile_fail/*.cpp. Each file must compile with
# -DWRONG=0, the control, and be refused with -DWRONG=1 for the reason that it is there for.
set(refusal "error: (no match for [^\n]*operator|invalid operands to binary expression)")

file(GLOB wrong_files CONFIGURE_DEPENDS "*/compile_fail/*.cpp")
foreach(file IN LISTS wrong_files)
  cmake_path(GET file STEM stem)
  set(compile "${CMAKE_CXX_COMPILER}" -std=c++20 -fsyntax-only ${CATENA_SIMD_OPTIONS}
      -I "${PROJECT_SOURCE_DIR}" -isystem "$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>")
  add_test(NAME compile_fail.${stem}.control COMMAND ${compile} -DWRONG=0 "${file}")
  add_test(NAME compile_fail.${stem} COMMAND ${compile} -DWRONG=1 "${file}")
  set_tests_properties(compile_fail.${stem} PROPERTIES PASS_REGULAR_EXPRESSION "${refusal}")
  set_tests_properties(compile_fail.${stem} compile_fail.${stem}.control PROPERTIES LABELS project)
endforeach()
