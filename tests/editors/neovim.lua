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

local client = vim.lsp.start_client({
  name = "evalground",
  cmd = { vim.env.EVALGROUND, "lsp", "--site", "https://site.test" },
  root_dir = folder,
  workspace_folders = { { name = "test", uri = vim.uri_from_fname(folder) } },
})
check("the server starts", client ~= nil, client)

vim.cmd("edit " .. folder .. "/page.j2")
vim.lsp.buf_attach_client(0, client)
eventually("it is initialized", function()
  return vim.lsp.get_client_by_id(client)
end, function(one)
  return one ~= nil and one.initialized
end)

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
local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", vim.lsp.util.make_position_params(), patience)
local words = {}
if answers and answers[client] and answers[client].result then
  for _, item in ipairs(vim.lsp.util.text_document_completion_list_to_complete_items(answers[client].result, "low")) do
    words[item.word] = true
  end
end
check("words are completed", words["lower"] or words["lower()"], words)

vim.lsp.codelens.refresh()
eventually("code lenses are shown", function()
  return vim.lsp.codelens.get(0)
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

vim.cmd("edit " .. folder .. "/using.j2")
vim.lsp.buf_attach_client(0, client)
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

vim.cmd("edit " .. folder .. "/ansible/roles/app/tasks/main.yml")
vim.lsp.buf_attach_client(0, client)
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
vim.lsp.buf.execute_command({
  command = "evalground.chooseHost",
  arguments = { vim.uri_from_bufnr(0), "web2" },
})
put_cursor(5, 35)
hover_says("and has another value for another host", "for `web2`: `80`, from `group_vars/web.yml`")
put_cursor(7, 13)
vim.lsp.buf.definition()
eventually("a handler leads to its definition", function()
  return vim.api.nvim_buf_get_name(0)
end, function(name)
  return name:match("handlers/main%.yml$") ~= nil
end)

vim.lsp.stop_client(client)
eventually("the server ends", function()
  return vim.lsp.get_client_by_id(client)
end, function(one)
  return one == nil or one.is_stopped()
end)

io.stdout:write(passed .. " passed, " .. failed .. " failed\n")
vim.cmd(failed == 0 and "qall!" or "cquit 1")
