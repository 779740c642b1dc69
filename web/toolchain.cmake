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
