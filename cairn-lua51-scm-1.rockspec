rockspec_format = "3.0"
package = "cairn-lua51"
version = "scm-1"
source = { url = "git+file://." }
description = {
  summary = "A scriptable 2D rigid-body physics engine, for LuaJIT, LÖVE and Lua 5.1",
  detailed = "The module cairn, with cairn.build, cairn.geometry and cairn.busted; no program.",
  license = "MIT",
}
dependencies = { "lua == 5.1" }
test_dependencies = { "busted" }
build = {
  type = "cmake",
  variables = {
    CMAKE_BUILD_TYPE = "Release",
    CAIRN_LUA54 = "OFF",
    CAIRN_LUAJIT = "ON",
    CAIRN_LUAJIT_INCLUDE_DIRS = "$(LUA_INCDIR)",
    CMAKE_INSTALL_PREFIX = "$(PREFIX)",
    CAIRN_INSTALL_CMOD = "$(LIBDIR)",
    CAIRN_INSTALL_LMOD = "$(LUADIR)",
  },
}
