-- In place of .busted, whose paths lead to the module for Lua 5.4.
return { default = {} }
