-- What a user of Neovim does, with `evalground lsp` behind it: run.mjs starts Neovim with this file.
-- Works from Neovim 0.7 on, which Debian 12 has; newer versions have shorter ways (docs/editors.md).

local passed, failed = 0, 0
local patience = 20000 -- milliseconds until what is waited for counts as missing

local function check(name, holds, shown)
  if holds then
    passed = passed + 1
  else
    failed = failed + 1
    io.stdout:write("FAIL neovim: " .. name .. "\n  " .. vim.inspect(shown):gsub("\n", "\n  ") .. "\n")
  end
end

local function eventually(name, get, holds)
  local last
  local is_there = vim.wait(patience, function()
    last = get()
    return holds(last)
  end, 10)
  check(name, is_there, last)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function put_cursor(line, character)
  vim.api.nvim_win_set_cursor(0, { line, character })
end

local folder = vim.env.EVALGROUND_FOLDER
local messages = {}
vim.lsp.handlers["window/showMessage"] = function(_, result)
  table.insert(messages, result.message)
end
-- Choices that Neovim would ask for: the one whose title holds the wanted text.
local wanted = ""
vim.ui.select = function(items, options, choose)
  for index, item in ipairs(items) do
    local title = (options.format_item or tostring)(item)
    if title:find(wanted, 1, true) then return choose(item, index) end
  end
  choose(nil)
end

-- What differs between versions.
local version = {
  clients = vim.lsp.get_clients or vim.lsp.get_active_clients, -- 0.10
  has_start = vim.lsp.start ~= nil, -- 0.8
  has_config = vim.lsp.config ~= nil, -- 0.11
  token_at = vim.lsp.semantic_tokens and vim.lsp.semantic_tokens.get_at_pos, -- 0.9
  hints = vim.lsp.inlay_hint and vim.lsp.inlay_hint.get and vim.lsp.inlay_hint, -- 0.10
  has_lens_switch = vim.lsp.codelens.enable ~= nil, -- 0.12
  references = vim.fn.has("nvim-0.11") == 1 and "nvim.lsp.references" or "vim_lsp_references",
}

-- The recipe of docs/editors.md, word for word: its Lua blocks are the names of files, the configuration from 0.11 on,
-- that for versions before, and the command that changes a value. They find the server in PATH.
local function recipe()
  local document = table.concat(vim.fn.readfile(vim.env.EVALGROUND_DOCUMENT), "\n")
  local section = document:match("\n## Neovim\n(.-)\n## ")
  local blocks = {}
  for block in section:gmatch("```lua\n(.-)```") do
    table.insert(blocks, block)
  end
  return unpack(blocks)
end

local client
local names, configuration, before, changing = recipe()
if version.has_start then
  assert(loadstring(names))()
  if version.has_config then
    local runtime = vim.fn.tempname()
    vim.fn.mkdir(runtime .. "/lsp", "p")
    vim.fn.writefile(vim.split(configuration, "\n"), runtime .. "/lsp/evalground.lua")
    vim.opt.runtimepath:prepend(runtime)
    vim.lsp.enable("evalground")
  else
    assert(loadstring(before))()
  end
else
  client = vim.lsp.start_client({
    name = "evalground",
    cmd = { "evalground", "lsp", "--site", "https://site.test" },
    root_dir = folder,
    workspace_folders = { { name = "test", uri = vim.uri_from_fname(folder) } },
  })
end

local function open(name)
  vim.cmd("edit " .. folder .. "/" .. name)
  if not version.has_start then vim.lsp.buf_attach_client(0, client) end
end

open("page.j2")
eventually("the server starts for a template, and is initialized", function()
  return version.clients()[1]
end, function(one)
  return one ~= nil and one.initialized
end)
client = version.clients()[1].id
check("its folder is the workspace", version.clients()[1].config.root_dir == folder, version.clients()[1].config.root_dir)

eventually("problems are shown", function()
  return vim.diagnostic.get(0)
end, function(all)
  return #all == 1 and all[1].message:find("uper", 1, true) ~= nil and all[1].lnum == 1
end)

put_cursor(2, 11)
wanted = "upper"
vim.lsp.buf.code_action()
eventually("a quick fix is applied", text, function(now)
  return now:find("{{ name | upper }}", 1, true) ~= nil
end)
eventually("and the problem is gone", function()
  return vim.diagnostic.get(0)
end, function(all)
  return #all == 0
end)

put_cursor(2, 11)
vim.lsp.buf.hover()
eventually("a hover opens", function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
    end
  end
end, function(shown)
  return shown ~= nil and shown:find("upper", 1, true) ~= nil
end)

put_cursor(2, 5)
vim.lsp.buf.rename("person")
eventually("a variable is renamed where it is set and read", text, function(now)
  return now:find("{%% set person") ~= nil and now:find("{{ person | upper }}", 1, true) ~= nil
end)

vim.api.nvim_buf_set_lines(0, -1, -1, false, { "{{ person | low }}" })
put_cursor(vim.api.nvim_buf_line_count(0), 15)
local function ask(method, more)
  local one = vim.lsp.get_client_by_id(client)
  local place = vim.lsp.util.make_position_params(0, one.offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", place, more or {}), patience)
  return answers and answers[client] and answers[client].result
end
local words = {}
for _, item in ipairs((ask("textDocument/completion") or {}).items or {}) do
  words[item.textEdit.newText] = true
end
check("words are completed", words["lower"] or words["lower()"], words)

if version.has_lens_switch then
  vim.lsp.codelens.enable(true)
else
  vim.lsp.codelens.refresh()
end
eventually("code lenses are shown", function()
  return vim.lsp.codelens.get(version.has_lens_switch and { bufnr = 0 } or 0)
end, function(lenses)
  return #lenses == 2
end)
vim.api.nvim_buf_set_lines(0, -2, -1, false, {})
put_cursor(1, 0)
wanted = "Evaluate"
vim.lsp.codelens.run()
eventually("and evaluate", function()
  return messages
end, function(all)
  return #all > 0 and all[#all]:find("ANN", 1, true) ~= nil
end)

open("using.j2")
put_cursor(1, 14)
vim.lsp.buf.definition()
eventually("a definition in another file is gone to", function()
  return vim.api.nvim_buf_get_name(0)
end, function(name)
  return name:match("library%.j2$") ~= nil
end)

-- A repository of Ansible in the folder.
local function hovered()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
      vim.api.nvim_win_close(window, true)
      return shown
    end
  end
end
local function hover_says(name, words)
  vim.lsp.buf.hover()
  eventually(name, hovered, function(shown)
    return shown ~= nil and shown:find(words, 1, true) ~= nil
  end)
end

local function hints()
  return version.hints.get({ bufnr = 0 })
end
open("ansible/group_vars/web.yml")
if version.hints then
  version.hints.enable(true, { bufnr = 0 })
  eventually("the value of a host is beside the line", hints, function(all)
    return #all == 1 and all[1].inlay_hint.label:find("overridden in hosts: 81", 1, true) ~= nil
  end)
end

open("ansible/roles/app/tasks/main.yml")
put_cursor(5, 33)
hover_says("a variable has its value for a host", "for `web1`: `81`, from `hosts`")
eventually("only the slip is a problem, not what a task makes", function()
  return vim.diagnostic.get(0)
end, function(all)
  return #all == 1 and all[1].message:find("uper", 1, true) ~= nil
end)
put_cursor(5, 40)
wanted = "upper"
vim.lsp.buf.code_action()
eventually("it is fixed", text, function(now)
  return now:find("port | upper", 1, true) ~= nil
end)
put_cursor(3, 13)
vim.lsp.buf.rename("listing")
eventually("the result of a task is renamed", text, function(now)
  return now:find("register: listing", 1, true) ~= nil and now:find("{{ listing.stdout", 1, true) ~= nil
end)
open("ansible/group_vars/web.yml")
vim.lsp.get_client_by_id(client).request("workspace/executeCommand", {
  command = "evalground.chooseHost",
  arguments = { vim.uri_from_bufnr(0), "web2" },
})
if version.hints then
  eventually("and is gone for a host without it", hints, vim.tbl_isempty)
end
open("ansible/roles/app/tasks/main.yml")
put_cursor(5, 35)
hover_says("and has another value for another host", "for `web2`: `80`, from `group_vars/web.yml`")
put_cursor(7, 13)
vim.lsp.buf.definition()
eventually("a handler leads to its definition", function()
  return vim.api.nvim_buf_get_name(0)
end, function(name)
  return name:match("handlers/main%.yml$") ~= nil
end)


local function in_file(name)
  return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufadd(folder .. "/" .. name), 0, -1, false), "\n")
end
local function marks(namespace)
  local id = vim.api.nvim_get_namespaces()[namespace]
  return id and vim.api.nvim_buf_get_extmarks(0, id, 0, -1, {}) or {}
end

open("ansible/group_vars/web.yml")
assert(loadstring(changing))()
local offered
vim.ui.input = function(options, done)
  offered = options.default
  done("8080")
end
put_cursor(1, 1)
wanted = "Change group_vars/web.yml, line 1. The value is written here. Other changes: 0"
vim.cmd("EvalgroundChange")
eventually("a value is changed where it is written", text, function(now)
  return now == "port: 8080"
end)
check("after the present value was offered", offered == "80", offered)
vim.cmd("undo")
check("and one undo takes the change back", text() == "port: 80", text())
put_cursor(1, 1)
vim.lsp.buf.rename("door")
eventually("a variable is renamed where it is set", text, function(now)
  return now:find("door: 80", 1, true) ~= nil
end)
local tasks = "ansible/roles/app/tasks/main.yml"
check("and in another file", in_file(tasks):find("{{ door |", 1, true) ~= nil, in_file(tasks))

open("page.j2")
if version.token_at then
  eventually("words have semantic tokens", function()
    return version.token_at(0, 1, 4)
  end, function(tokens)
    return tokens ~= nil and #tokens == 1 and tokens[1].type == "variable"
  end)
end
put_cursor(2, 5)
vim.lsp.buf.document_highlight()
eventually("the uses of a name are highlighted", function()
  return marks(version.references)
end, function(all)
  return #all == 2
end)

open("stack.yaml")
eventually("a missing value is a hint", function()
  return vim.diagnostic.get(0)
end, function(all)
  return #all == 1 and all[1].severity == vim.diagnostic.severity.HINT
end)
put_cursor(3, 3)
wanted = "inputs"
vim.lsp.buf.code_action()
eventually("a quick fix makes the file for it", function()
  return in_file(".evalground.yaml")
end, function(now)
  return now:find("inputs:\n  image: ''", 1, true) ~= nil
end)

vim.lsp.stop_client(client)
eventually("the server ends", function()
  return vim.lsp.get_client_by_id(client)
end, function(one)
  return one == nil or one.is_stopped()
end)

io.stdout:write(passed .. " passed, " .. failed .. " failed\n")
vim.cmd(failed == 0 and "qall!" or "cquit 1")
