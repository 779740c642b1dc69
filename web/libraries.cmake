# libraries.cmake: what the page is built on, from Debian's sources (web/sources.sh): Lua, SDL2,
# SDL_ttf, FreeType, SDL_image, xxHash. The files of each are listed here by their folders: configure of SDL2
# alone takes minutes. What the viewer does not use (audio, OpenGL, controllers) is left out.

set(CAIRN_WEB_SOURCES ${CMAKE_BINARY_DIR}/sources CACHE PATH "Debian's sources of the page's libraries")
set(from ${CAIRN_WEB_SOURCES})
execute_process(COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/sources.sh ${from} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the sources of the libraries could not be had: see web/sources.sh")
endif()

# Compiled as they are, without our warnings, and small: what they do is not what takes the time. What
# of Lua runs a script is made for speed.
function(cairn_foreign name)
  add_library(${name} STATIC ${ARGN})
  target_compile_options(${name} PRIVATE -w $<IF:$<STREQUAL:${name},cairn_lua_library>,-O2,-Oz>)
endfunction()

# ---- Lua ----------------------------------------------------------------------------------------

file(GLOB lua_files ${from}/lua5.4/src/*.c)
list(FILTER lua_files EXCLUDE REGEX "/(lua|luac)\\.c$")
set(lua_small_files ${lua_files})
list(FILTER lua_small_files INCLUDE REGEX "/(lcode|ldebug|ldump|llex|lparser|lundump|lauxlib|.*lib|linit)\\.c$")
set_source_files_properties(${lua_small_files} PROPERTIES COMPILE_OPTIONS -Oz)
cairn_foreign(cairn_lua_library ${lua_files})
# Debian's packaging makes this one, for the folder of modules in C
file(WRITE ${CMAKE_BINARY_DIR}/lua-include/lua5.4-deb-multiarch.h
     "#define DEB_HOST_MULTIARCH \"wasm32-emscripten\"\n")
add_library(cairn_lua_headers INTERFACE)
target_include_directories(cairn_lua_headers SYSTEM INTERFACE ${from}/lua5.4/src
                           ${CMAKE_BINARY_DIR}/lua-include)
target_link_libraries(cairn_lua_library PRIVATE cairn_lua_headers)
add_library(cairn_lua INTERFACE)
target_link_libraries(cairn_lua INTERFACE cairn_lua_library cairn_lua_headers m)

set(CAIRN_XXHASH_INCLUDE_DIR ${from}/xxhash CACHE PATH "Of xxhash.h" FORCE)

# ---- SDL2 ---------------------------------------------------------------------------------------

# Its own settings for emscripten, without the parts that are not compiled.
set(sdl_include ${CMAKE_BINARY_DIR}/sdl-include)
file(COPY ${from}/libsdl2/include/ DESTINATION ${sdl_include}
     PATTERN SDL_config_emscripten.h EXCLUDE)
file(READ ${from}/libsdl2/include/SDL_config_emscripten.h settings)
string(REGEX REPLACE
  "#define SDL_(AUDIO_DRIVER|JOYSTICK|VIDEO_RENDER_OGL|VIDEO_OPENGL|POWER)[A-Z0-9_]* 1" ""
  settings "${settings}")
string(REPLACE "#define SDL_HAPTIC_DISABLED 1"
  "#define SDL_HAPTIC_DISABLED 1
#define SDL_AUDIO_DISABLED 1
#define SDL_JOYSTICK_DISABLED 1
#define SDL_POWER_DISABLED 1"
  settings "${settings}")
string(REPLACE "__EMSCRIPTEN_PTHREADS__" "CAIRN_NONE" settings "${settings}") # threads are the core's
file(CONFIGURE OUTPUT ${sdl_include}/SDL_config_emscripten.h CONTENT "${settings}" @ONLY)

set(sdl_files)
foreach(folder . atomic cpuinfo dynapi events file filesystem/emscripten libm loadso/dlopen locale
        locale/emscripten misc misc/emscripten render render/software sensor sensor/dummy stdlib
        thread thread/generic timer timer/unix video video/dummy video/emscripten video/yuv2rgb)
  file(GLOB files ${from}/libsdl2/src/${folder}/*.c)
  list(APPEND sdl_files ${files})
endforeach()
cairn_foreign(cairn_sdl ${sdl_files})
target_include_directories(cairn_sdl SYSTEM PUBLIC ${sdl_include})
target_compile_definitions(cairn_sdl PRIVATE SDL_LEAN_AND_MEAN=1) # no blitter for each pair of formats
add_library(PkgConfig::SDL2 ALIAS cairn_sdl)

# ---- FreeType: TrueType outlines, hinted and drawn smoothly ----------------------------------------

file(WRITE ${CMAKE_BINARY_DIR}/freetype-modules/cairn_modules.h
"FT_USE_MODULE( FT_Module_Class, autofit_module_class )
FT_USE_MODULE( FT_Driver_ClassRec, tt_driver_class )
FT_USE_MODULE( FT_Module_Class, sfnt_module_class )
FT_USE_MODULE( FT_Renderer_Class, ft_smooth_renderer_class )
")
set(freetype_files autofit/autofit.c base/ftbase.c base/ftbbox.c base/ftbitmap.c base/ftdebug.c
    base/ftglyph.c base/ftinit.c base/ftmm.c base/ftstroke.c base/ftsynth.c base/ftsystem.c
    sfnt/sfnt.c smooth/smooth.c truetype/truetype.c)
file(WRITE ${CMAKE_BINARY_DIR}/freetype-modules/cairn_options.h
"#include <freetype/config/ftoption.h>
#undef FT_CONFIG_OPTION_USE_ZLIB /* of fonts that are compressed */
#undef FT_CONFIG_OPTION_USE_LZW
#undef FT_CONFIG_OPTION_MAC_FONTS
#undef FT_CONFIG_OPTION_POSTSCRIPT_NAMES /* letters by code alone, with the light hints of autofit */
#undef TT_CONFIG_OPTION_POSTSCRIPT_NAMES
#undef TT_CONFIG_OPTION_BYTECODE_INTERPRETER
#undef TT_CONFIG_OPTION_SUBPIXEL_HINTING
#undef TT_SUPPORT_SUBPIXEL_HINTING_MINIMAL
#undef TT_CONFIG_OPTION_GX_VAR_SUPPORT
#undef TT_CONFIG_OPTION_EMBEDDED_BITMAPS
#undef TT_CONFIG_OPTION_COLOR_LAYERS
#undef TT_CONFIG_OPTION_BDF
")
list(TRANSFORM freetype_files PREPEND ${from}/freetype/src/)
cairn_foreign(cairn_freetype ${freetype_files})
target_include_directories(cairn_freetype SYSTEM PUBLIC ${from}/freetype/include
                           ${CMAKE_BINARY_DIR}/freetype-modules)
target_compile_definitions(cairn_freetype PRIVATE FT2_BUILD_LIBRARY
  "FT_CONFIG_MODULES_H=<cairn_modules.h>" "FT_CONFIG_OPTIONS_H=<cairn_options.h>")

# ---- SDL_ttf, SDL_image -------------------------------------------------------------------------

cairn_foreign(cairn_sdl_ttf ${from}/libsdl2-ttf/SDL_ttf.c)
target_include_directories(cairn_sdl_ttf SYSTEM PUBLIC ${from}/libsdl2-ttf)
target_link_libraries(cairn_sdl_ttf PUBLIC cairn_sdl PRIVATE cairn_freetype)
add_library(PkgConfig::SDL2_TTF ALIAS cairn_sdl_ttf)

# Writes PNG; reads nothing.
file(GLOB image_files ${from}/libsdl2-image/IMG*.c)
cairn_foreign(cairn_sdl_image ${image_files})
target_include_directories(cairn_sdl_image SYSTEM PUBLIC ${from}/libsdl2-image)
target_link_libraries(cairn_sdl_image PUBLIC cairn_sdl)
add_library(PkgConfig::SDL2_IMAGE ALIAS cairn_sdl_image)
