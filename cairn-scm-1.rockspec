rockspec_format = "3.0"
package = "cairn"
version = "scm-1"
source = { url = "git+file://." }
description = {
  summary = "A scriptable 2D rigid-body physics engine",
  detailed = "Worlds, bodies, shapes and contacts from a C core, with hooks in Lua.",
  license = "MIT",
}
dependencies = { "lua >= 5.4, < 5.5" }
test_dependencies = { "busted" }
build = {
  type = "cmake",
  variables = {
    CMAKE_BUILD_TYPE = "Release",
    CAIRN_VIEWER = "OFF",
    CMAKE_INSTALL_PREFIX = "$(PREFIX)",
    CAIRN_INSTALL_CMOD = "$(LIBDIR)",
    CAIRN_INSTALL_LMOD = "$(LUADIR)",
  },
}
test = { type = "busted" }
