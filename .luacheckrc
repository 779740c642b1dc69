std = "lua54"
max_line_length = 100
cache = false
exclude_files = { "build*" }

-- Scenes define hooks on `scene` and call what the host gives them.
local SCENE = { globals = { "scene" }, read_globals = { "pen", "ui", "input", "sound" } }
files["lua/cairn/cli/picker/scene.lua"] = SCENE
files["scripts"] = SCENE
files["examples/love/main.lua"] = { std = "luajit+love" }
files["examples/love/conf.lua"] = { std = "luajit+love" }
files["tests/luajit/love_driver.lua"] = { std = "luajit+love" }
files["tests"] = { std = "+busted", globals = { "scene" } }
