# The toolchain of the page: emscripten's own, wherever the system's package has put it.
find_program(CAIRN_EM_CONFIG em-config)
if(NOT CAIRN_EM_CONFIG)
  message(FATAL_ERROR "emscripten is missing (Debian: apt-get install --no-install-recommends emscripten)")
endif()
execute_process(COMMAND ${CAIRN_EM_CONFIG} EMSCRIPTEN_ROOT
                OUTPUT_VARIABLE CAIRN_EMSCRIPTEN OUTPUT_STRIP_TRAILING_WHITESPACE)
include(${CAIRN_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake)
# Debian keeps the modules of emscripten's own JavaScript where only its own node looks for them.
set(CMAKE_C_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_C_LINKER_LAUNCHER})
# emcc looks at its tools anew in each call, which takes longer than most files do, and its python may
# be one that picks itself among several; C files go past both (compile.sh).
set(CAIRN_EM_ENVIRONMENT ${CMAKE_COMMAND} -E env EMCC_SKIP_SANITY_CHECK=1)
find_program(CAIRN_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(CAIRN_SYSTEM_PYTHON) # the one that Debian's package is made for
  list(APPEND CAIRN_EM_ENVIRONMENT EMSDK_PYTHON=${CAIRN_SYSTEM_PYTHON})
endif()
set(CMAKE_CXX_COMPILER_LAUNCHER ${CAIRN_EM_ENVIRONMENT})
execute_process(COMMAND ${CAIRN_EM_CONFIG} LLVM_ROOT
                OUTPUT_VARIABLE CAIRN_EM_LLVM OUTPUT_STRIP_TRAILING_WHITESPACE)
find_program(CAIRN_EM_CLANG clang PATHS ${CAIRN_EM_LLVM} NO_DEFAULT_PATH)
set(CMAKE_C_COMPILER_LAUNCHER ${CAIRN_EM_ENVIRONMENT})
if(CAIRN_EM_CLANG)
  file(GLOB CAIRN_EM_FLAGS ${CMAKE_BINARY_DIR}/emcc_flags*) # of another emcc, maybe
  if(CAIRN_EM_FLAGS)
    file(REMOVE ${CAIRN_EM_FLAGS})
  endif()
  list(APPEND CMAKE_C_COMPILER_LAUNCHER CAIRN_EM_CLANG=${CAIRN_EM_CLANG}
       CAIRN_EM_FLAGS=${CMAKE_BINARY_DIR}/emcc_flags sh ${CMAKE_CURRENT_LIST_DIR}/compile.sh)
endif()
