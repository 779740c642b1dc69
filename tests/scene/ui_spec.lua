-- The immediate mode recorder: what a draw declares, and how edits reach the next draw.

local ui = require "cairn.scene.ui"

describe("cairn.scene.ui", function()
  local recorder, state

  before_each(function()
    recorder, state = ui.new(), { speed = 2.5, rows = 3, on = false }
  end)

  local function frame(draw)
    recorder:start()
    local results = table.pack(draw(recorder.api))
    recorder:finish()
    return table.unpack(results, 1, results.n)
  end

  it("lists what was drawn, in order", function()
    frame(function(u)
      u.panel("controls")
      u.label("%d crates", 3)
      u.label("100%")
      u.slider("speed", state, "speed", 0, 5)
      u.checkbox("on", state, "on")
      u.button("kick")
      u.plot("energy", 1.5)
    end)
    local kinds, texts = {}, {}
    for i, item in ipairs(recorder:items()) do kinds[i], texts[i] = item.kind, item.text end
    assert.same({ "panel", "label", "label", "slider", "checkbox", "button", "plot" }, kinds)
    assert.same({ "controls", "3 crates", "100%", "speed", "on", "kick", "energy" }, texts)
    local slider = recorder:items()[4]
    assert.same({ 2.5, 0, 5 }, { slider.value, slider.min, slider.max })
  end)

  it("brings an edit to the next draw, once", function()
    local function draw(u)
      local value = u.slider("speed", state, "speed", 0, 5)
      local checked = u.checkbox("on", state, "on")
      return value, checked, u.button("kick")
    end
    frame(draw)
    recorder:edit(1, 4)
    recorder:edit(2, 1)
    recorder:edit(3, 1)
    assert.same({ 4, true, true }, { frame(draw) })
    assert.equal(4, state.speed)
    assert.is_true(state.on)
    assert.same({ 4, true, false }, { frame(draw) })
    recorder:edit(2, 0)
    frame(draw)
    assert.is_false(state.on)
  end)

  it("keeps sliders in their range and whole numbers whole", function()
    local function draw(u)
      u.slider("speed", state, "speed", 0, 5)
      u.slider("rows", state, "rows", 1, 9)
    end
    frame(draw)
    recorder:edit(1, 99)
    recorder:edit(2, 6.7)
    frame(draw)
    assert.equal(5, state.speed)
    assert.equal("integer", math.type(state.rows))
    assert.equal(7, state.rows)
  end)

  it("ties an edit to its widget when others appear above", function()
    frame(function(u) return u.button("kick") end)
    recorder:edit(1, 1)
    local new, kick = frame(function(u) return u.button("new"), u.button("kick") end)
    assert.is_false(new)
    assert.is_true(kick)
  end)

  it("tells widgets of one label apart", function()
    local other = { speed = 1 }
    local function draw(u)
      u.slider("speed", state, "speed", 0, 5)
      u.slider("speed", other, "speed", 0, 5)
    end
    frame(draw)
    recorder:edit(2, 3)
    frame(draw)
    assert.equal(2.5, state.speed)
    assert.equal(3, other.speed)
  end)

  it("forgets an edit of a widget that is gone", function()
    frame(function(u) u.button("kick") end)
    recorder:edit(1, 1)
    frame(function() end)
    assert.is_false(frame(function(u) return u.button("kick") end))
  end)

  it("keeps the last values of a plot, oldest first", function()
    for i = 1, 300 do frame(function(u) u.plot("energy", i) end) end
    local history = recorder:items()[1].curves[1].history
    assert.equal(240, #history)
    assert.equal(61, history[1])
    assert.equal(300, history[240])
  end)

  it("keeps several curves of a plot by their names", function()
    frame(function(u) u.plot("energy", { kinetic = 1, potential = 2 }) end)
    local more = { kinetic = 3, potential = 4, ["part 10"] = 9, ["part 9"] = 8 }
    frame(function(u) u.plot("energy", more) end)
    local names, values = {}, {}
    for i, curve in ipairs(recorder:items()[1].curves) do
      names[i], values[i] = curve.name, table.concat(curve.history, " ")
    end
    assert.same({ "kinetic", "part 9", "part 10", "potential" }, names)
    assert.same({ "1 3", "8", "9", "2 4" }, values)
  end)

  it("works inside scene.draw only", function()
    assert.error_matches(function() recorder.api.button("kick") end,
      "ui.button is only available in scene.draw", 1, true)
  end)

  it("names what is wrong with an argument", function()
    local function refused(message, draw)
      recorder:start()
      assert.error_matches(function() draw(recorder.api) end, message, 1, true)
    end
    refused("bad argument #1 to 'label' (string expected, got no value)",
      function(u) u.label() end)
    refused("bad argument #2 to 'slider' (table expected, got no value)",
      function(u) u.slider("x") end)
    refused("bad argument #3 to 'slider' (field 'nope': number expected, got nil)",
      function(u) u.slider("x", state, "nope", 0, 1) end)
    refused("bad argument #2 to 'plot' (number expected, got string)",
      function(u) u.plot("x", "y") end)
    refused("bad argument #2 to 'plot' (curve 'a': finite number expected, got nan)",
      function(u) u.plot("x", { a = 0 / 0 }) end)
    refused("bad argument #2 to 'plot' (the names of its curves must be strings, got number)",
      function(u) u.plot("x", { 1, 2 }) end)
    refused("bad argument #2 to 'plot' (1 to 6 curves expected, got 0)",
      function(u) u.plot("x", {}) end)
  end)
end)
