std = "lua54"
max_line_length = 100
cache = false
exclude_files = { "build*" }

-- Scenes define hooks on `scene` and call what the host gives them.
files["scripts"] = { globals = { "scene" }, read_globals = { "pen", "ui", "input", "sound" } }
files["tests"] = { std = "+busted", globals = { "scene" } }
