# catena_batches(target source...): adds sources to a target, several of them compiled together.
#
# Most of the time of a file goes into reading and instantiating headers, so that many files that
# are compiled as one take a quarter of the time of each by itself. A batch is a file that includes others; its
# lines name them relative to the source folder, so that two clones compile the same text
# (CatenaCcache). Files that leave out the precompiled headers, or have the property
# SKIP_UNITY_BUILD_INCLUSION, are compiled alone; set these properties before this is called.
#
# What batches ask for: two files of one folder must not give the same name to two things, not even
# in anonymous namespaces. `./dev test --all` compiles each folder as one batch, and each file by itself.
option(CATENA_BATCHES "Compile several files of a folder together; off: each file by itself" ON)
set(CATENA_BATCH_SIZE 32 CACHE STRING "How many files are compiled together, at most; 0 for all of a folder")
mark_as_advanced(CATENA_BATCH_SIZE)

function(catena_batches target)
  set(together)
  foreach(source IN LISTS ARGN)
    get_source_file_property(own_headers "${source}" SKIP_PRECOMPILE_HEADERS)
    get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    if(NOT CATENA_BATCHES OR own_headers OR alone)
      target_sources(${target} PRIVATE "${source}")
    else()
      list(APPEND together "${source}")
    endif()
  endforeach()

  list(LENGTH together count)
  if(count EQUAL 0)
    return()
  endif()
  set(size ${CATENA_BATCH_SIZE})
  if(size EQUAL 0)
    set(size ${count})
  endif()
  # As few batches as the size allows, and all of about the same size.
  math(EXPR batches "(${count} + ${size} - 1) / ${size}")
  math(EXPR last "${batches} - 1")
  foreach(batch RANGE ${last})
    math(EXPR first "${batch} * ${count} / ${batches}")
    math(EXPR length "(${batch} + 1) * ${count} / ${batches} - ${first}")
    list(SUBLIST together ${first} ${length} sources)
    set(text "")
    foreach(source IN LISTS sources)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
      string(APPEND text "#include \"${source}\"\n")
    endforeach()
    set(file "${CMAKE_CURRENT_BINARY_DIR}/batches/${target}_${batch}.cpp")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${text}")
    target_sources(${target} PRIVATE "${file}")
  endforeach()
  # Editors show the sources themselves.
  set_source_files_properties(${together} PROPERTIES HEADER_FILE_ONLY ON)
  target_sources(${target} PRIVATE ${together})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
endfunction()
