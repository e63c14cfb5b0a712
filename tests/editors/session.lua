-- Prints a session in Neovim, step by step, for docs/editors.md. run.mjs starts Neovim with this file:
--
--   node tests/editors/run.mjs [COMMAND] --session [--editor nvim=PROGRAM]

local patience = 20000 -- milliseconds
local folder = vim.env.EVALGROUND_FOLDER .. "/ansible"
local shown = {}

local function wait_for(what, get)
  local last
  local is_there = vim.wait(patience, function()
    last = get()
    return last ~= nil and last ~= false
  end, 10)
  if not is_there then error("waited for " .. what) end
  return last
end
local function print_step(title, text)
  table.insert(shown, "# " .. title .. "\n" .. text .. "\n")
end
local function open(name)
  vim.cmd("edit " .. folder .. "/" .. name)
end
local function put_cursor(word)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.fn.search(word)
end
local function place()
  return vim.api.nvim_buf_get_name(0):sub(#folder + 2) .. ":" .. vim.api.nvim_win_get_cursor(0)[1]
end
local function line()
  return place() .. ": " .. vim.trim(vim.api.nvim_get_current_line())
end
local function hover()
  vim.lsp.buf.hover()
  return wait_for("a hover", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        vim.api.nvim_win_close(window, true)
        return table.concat(text, "\n")
      end
    end
  end)
end
local function problem()
  local first = vim.diagnostic.get(0)[1]
  return first and place():gsub(":.*", ":" .. first.lnum + 1 .. ": ") .. first.message
end
vim.ui.select = function(items, options, choose)
  print_step(
    "quick fixes on uper: vim.lsp.buf.code_action()",
    table.concat(vim.tbl_map(options.format_item or tostring, items), "\n")
  )
  choose(items[1], 1)
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function()
    vim.lsp.start({ name = "evalground", cmd = { "evalground", "lsp" }, root_dir = folder })
  end,
})
local tasks = "roles/app/tasks/main.yml"
open(tasks)
print_step("open " .. tasks, wait_for("a problem", problem))

put_cursor("port")
print_step("hover on port: vim.lsp.buf.hover()", hover())

vim.lsp.buf.definition()
local found = wait_for("the definitions", function()
  local list = vim.fn.getqflist()
  return #list > 1 and list
end)
local places = vim.tbl_map(function(one)
  local name = vim.api.nvim_buf_get_name(one.bufnr):sub(#folder + 2)
  return name .. ":" .. one.lnum .. ": " .. vim.trim(one.text)
end, found)
print_step("its definitions: vim.lsp.buf.definition()", table.concat(places, "\n"))

vim.cmd("cclose")
open("group_vars/web.yml")

if vim.lsp.inlay_hint then
  vim.lsp.inlay_hint.enable(true)
  local hints = wait_for("a value beside the line", function()
    local all = vim.lsp.inlay_hint.get({ bufnr = 0 })
    return #all > 0 and all
  end)
  print_step("the value beside the line: vim.lsp.inlay_hint.enable()", line() .. "  " .. hints[1].inlay_hint.label)
end

open(tasks)
put_cursor("uper")
vim.lsp.buf.code_action({ context = { diagnostics = {}, only = { "quickfix" } } })
wait_for("the fix", function()
  return line():find("upper", 1, true)
end)
print_step("after the first one", line())

put_cursor("found")
vim.lsp.buf.rename("listing")
wait_for("the new name", function()
  return line():find("listing", 1, true)
end)
local renamed = {}
for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  if text:find("listing", 1, true) then
    table.insert(renamed, (place():gsub("%d+$", tostring(number))) .. ": " .. vim.trim(text))
  end
end
print_step('rename found: vim.lsp.buf.rename("listing")', table.concat(renamed, "\n"))

local client = vim.lsp.get_clients({ name = "evalground" })[1]
client.request("workspace/executeCommand", {
  command = "evalground.chooseHost",
  arguments = { vim.uri_from_bufnr(0), "web2" },
})
put_cursor("port")
print_step("hover on port, after the command evalground.chooseHost with web2", hover())

io.stdout:write(table.concat(shown, "\n"))
vim.cmd("qall!")
