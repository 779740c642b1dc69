-- What the pen draws, looked at in pictures of 200 x 100 px, 10 px for a metre.

local picture = require "tests.support.picture"
local process = require "tests.support.process"

if not process.has_viewer then return end

local RED <const>, GREEN <const>, BLUE <const> = { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 }

local function draw(lines, files)
  return picture.shot(([[
function scene.load() scene.view { w = 20 } return require "cairn".world {} end
function scene.draw()
pen.color(1, 0, 0)
%s
end]]):format(lines), nil, files)
end

describe("The pen", function()
  it("fills boxes, turned ones too, circles and polygons with a dent", function()
    local p = draw [[
pen.box(-5, 0, 4, 2, { fill = true })
pen.box(0, 0, 4, 1, math.pi / 2, { fill = true, color = { 0, 1, 0 } })
pen.circle(4, 0, 1, { fill = true })
pen.polygon({ 6, -2, 9, -2, 9, 2, 8, 2, 8, -1, 6, -1 }, { fill = true, color = { 0, 0, 1 } })]]
    assert.near(4 * 2 * 100, p:count(RED, 0, 0, 75), 8)
    assert.near(4 * 1 * 100, p:count(GREEN), 8)
    assert.near(math.pi * 100, p:count(RED, 120, 0, 160), 40) -- less its rim
    assert.is_true(p:is(185, 45, BLUE) and p:is(165, 65, BLUE))
    assert.is_false(p:is(165, 40, BLUE)) -- the dent
  end)

  it("draws lines as wide as it is told, for one or for all that follow", function()
    local p = draw [[
pen.line(-8, 2, 8, 2, { width = 9 })
pen.line(-8, 0, 8, 0)
pen.width(5)
pen.line(-8, -2, 8, -2, { color = { 0, 1, 0 } })]]
    local function thick(color, y) return p:count(color, 100, y - 9, 101, y + 9) end
    assert.near(9, thick(RED, 30), 1)
    assert.is_true(thick(RED, 50) <= 2)
    assert.near(5, thick(GREEN, 70), 1)
  end)

  it("lets through what is behind it, wherever a colour is taken", function()
    local p = draw [[
pen.box(0, 0, 20, 10, { fill = true, color = { 0, 0, 0 } })
pen.box(-5, 0, 4, 4, { fill = true, color = { 1, 0, 0, 0.5 } })
pen.color(0, 1, 0, 0.5)
pen.disc(5, 0, 2)]]
    assert.is_true(p:is(50, 50, { 128, 0, 0 }))
    assert.is_true(p:is(150, 55, { 0, 128, 0 }))
  end)

  it("draws in pixels from a place of the picture within screen, and in the world after it",
    function()
      local p = draw [[
pen.screen(function(w, h)
  pen.box(5, 5, 10, 10, { fill = true })
  assert(w == 200 and h == 100)
end)
pen.screen(function() pen.box(-5, -5, 10, 10, { fill = true, color = { 0, 1, 0 } }) end,
  "bottomright")
pen.screen(function() pen.box(0, 10, 4, 10, { fill = true, color = { 0, 0, 1 } }) end, "center")
pen.disc(5, 3, 0.5)]]
      assert.equal(100, p:count(RED, 0, 0, 10, 10))
      assert.equal(100, p:count(GREEN, 190, 90))
      assert.equal(40, p:count(BLUE, 98, 55, 102, 65))
      assert.is_true(p:is(150, 20, RED))
    end)

  -- The box around all that is not background: x1, y1, x2, y2.
  local function ink(p)
    local x1, y1, x2, y2 = 1e9, 1e9, -1, -1
    for y = 0, p.height - 1 do
      for x = 0, p.width - 1 do
        local r, g = p:at(x, y)
        if r > 120 and g < 60 then
          x1, y1, x2, y2 = math.min(x1, x), math.min(y1, y), math.max(x2, x), math.max(y2, y)
        end
      end
    end
    return x1, y1, x2, y2
  end

  it("writes in sizes, to both sides of a point, several lines under each other", function()
    local x1, y1, x2, y2 = ink(draw "pen.text(100, 10, 'HHH', { screen = true, size = 40 })")
    assert.near(100, x1, 6)
    assert.is_true(y1 >= 10 and y2 - y1 > 22 and y2 - y1 < 40, y2 - y1)
    local small = { ink(draw "pen.text(100, 10, 'HHH', { screen = true })") }
    assert.is_true(x2 - x1 > 2 * (small[3] - small[1]))
    local a, _, b = ink(draw "pen.text(100, 10, 'HHH', { screen = true, align = 'right' })")
    assert.is_true(b <= 100 and b > 94)
    assert.near(small[3] - small[1], b - a, 1)
    a, _, b = ink(draw "pen.text(0, 0, 'HHH', { align = 'center' })")
    assert.near(100, (a + b) / 2, 2)
    _, y1, _, y2 = ink(draw "pen.text(0, 0, 'H\\nH\\nH', { valign = 'middle' })")
    assert.near(50, (y1 + y2) / 2, 3)
    assert.is_true(y2 - y1 > 36)
  end)

  local PICTURE = ([[
P6 4 2 255
]]):gsub("\n$", " ") .. ("\255\0\0"):rep(2) .. ("\0\0\255"):rep(2) .. ("\0\255\0"):rep(4)

  it("shows pictures from files beside the script, as large as told, turned and tinted", function()
    local files = { ["flag.ppm"] = PICTURE }
    local p = draw("pen.image('flag.ppm', 0, 0, { w = 8 })", files) -- 4 m high: 80 x 40 px
    assert.is_true(p:is(70, 35, RED) and p:is(130, 35, BLUE) and p:is(100, 65, GREEN))
    assert.is_false(p:is(55, 50, GREEN) or p:is(100, 75, GREEN))
    p = draw("pen.image('flag.ppm', 0, 0, { w = 8, angle = math.pi / 2 })", files)
    assert.is_true(p:is(115, 50, GREEN)) -- the lower half is to the right
    assert.is_true(p:is(85, 77, RED) and p:is(85, 23, BLUE))
    p = draw("pen.image('flag.ppm', 0, 0, { h = 4, color = { 1, 0.5, 1, 1 } })", files)
    assert.is_true(p:is(100, 65, { 0, 128, 0 }))
    p = draw("pen.screen(function() pen.image('flag.ppm', 2, 1) end)", files)
    assert.is_true(p:is(0, 0, RED) and p:is(3, 0, BLUE) and p:is(1, 1, GREEN))
  end)
end)
