---@meta _
-- luacheck: ignore 111 112 113 212 241 631

---@class cairn.LineLook
---@field color? number[] {r, g, b[, a]}, 0..1; default that of `pen.color`
---@field width? number px; default that of `pen.width`

---@class cairn.AreaLook: cairn.LineLook
---@field fill? boolean filled instead of an outline; default false

---@class cairn.TextLook
---@field color? number[] {r, g, b[, a]}, 0..1; default that of `pen.color`
---@field size? number px, 4..200; default 14
---@field align? "left"|"center"|"right" where the point is in each line: at its left end unless given
---@field valign? "line"|"top"|"middle"|"bottom" where the point is in all lines: in the middle of the first one in the world, at the top within `pen.screen`
---@field font? "sans"|"mono" default "sans"
---@field screen? boolean x, y are pixels from the upper left corner, y down; default false

---@class cairn.ImageLook
---@field color? number[] {r, g, b[, a]}, 0..1, that the picture's colours are multiplied by; default white
---@field w? number m, or px within `pen.screen`; default by the picture's shape from h, without both 1 m or the picture's own pixels
---@field h? number m, or px within `pen.screen`; default by the picture's shape from w
---@field angle? number rad, counter-clockwise; clockwise within `pen.screen`; default 0

---Draws over the world, in `scene.draw` alone; elsewhere each call raises. World units, y up.
---@class pen
pen = {}

---The colour of what follows in this frame; it starts as near white. Clamped to 0..1.
---@param r number red
---@param g number green
---@param b number blue
---@param a? number 1 unless given, 0 is clear
function pen.color(r, g, b, a) end
---The width of lines that follow in this frame; 1.5 at its start, which 0 gives back.
---@param px number pixels of the design
function pen.width(px) end
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param look? cairn.LineLook
function pen.line(x1, y1, x2, y2, look) end
---The head is at x2, y2.
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param look? cairn.LineLook
function pen.arrow(x1, y1, x2, y2, look) end
---@param x number m
---@param y number m
---@param r number m, at least 0
---@param look? cairn.AreaLook
function pen.circle(x, y, r, look) end
---A filled circle.
---@param x number m
---@param y number m
---@param r number m, at least 0
---@param look? cairn.LineLook
function pen.disc(x, y, r, look) end
---About its centre. The angle may be left out before the table as well.
---@param x number m
---@param y number m
---@param w number m, at least 0
---@param h number m, at least 0
---@param angle? number rad; default 0
---@param look? cairn.AreaLook
function pen.box(x, y, w, h, angle, look) end
---Any closed outline; filled, it may not cross itself.
---@param points number[] flat x, y pairs, 2 to 256 points
---@param look? cairn.AreaLook
function pen.polygon(points, look) end
---As `string.format`, in UTF-8, in any script that a font of the machine has; each line break starts a
---line below. A table behind what the format takes is how it looks (`cairn.TextLook`).
---@param x number m
---@param y number m
---@param format string
---@param ... any what the format takes, then the look
function pen.text(x, y, format, ...) end
---The picture in a PNG, JPEG or other file that SDL_image reads; its middle is at x, y. It is read again
---when the file changes. Raises when there is no such file.
---@param file string beside the script, or from / on
---@param x number m
---@param y number m
---@param look? cairn.ImageLook
function pen.image(file, x, y, look) end
---Calls f, in which coordinates are pixels of the design, y down, from a place of the picture.
---@param f fun(width: number, height: number) gets the size of the picture, px
---@param place? "topleft"|"top"|"topright"|"left"|"center"|"right"|"bottomleft"|"bottom"|"bottomright" default "topleft"
function pen.screen(f, place) end

return pen
