function love.conf(t)
  t.identity = "cairn_crates"
  t.version = "11.4"
  t.window.title = "Crates: Cairn in LÖVE"
  t.window.width, t.window.height = 960, 600
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.physics = false -- LÖVE's own; Cairn is here instead
end
