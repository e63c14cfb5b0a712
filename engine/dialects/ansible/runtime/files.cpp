#include "dialects/ansible/runtime/files.hpp"

#include <algorithm>

#include "base/crypto/vault.hpp"
#include "base/text/glob.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

bool part_fits(std::string_view pattern, std::string_view name, Budget& budget) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  return glob_matches(pattern, name, budget);
}

bool path_fits(std::string_view pattern, std::string_view path, Budget& budget) {
  if (std::count(pattern.begin(), pattern.end(), '/') != std::count(path.begin(), path.end(), '/')) return false;
  while (true) {
    const std::size_t slash = path.find('/');
    const std::size_t pattern_slash = pattern.find('/');
    if (!part_fits(pattern.substr(0, pattern_slash), path.substr(0, slash), budget)) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
    pattern.remove_prefix(pattern_slash + 1);
  }
}

}  // namespace

std::optional<FileKind> file_kind(const Context& context, std::string_view path) {
  const std::optional<std::string> entry = Files::resolve(path);
  if (!entry) {
    const bool is_root = normalise_path(join_path(Files::mount, path)) == "/";
    return is_root ? std::optional(FileKind::directory) : std::nullopt;
  }
  if (context.files.find(*entry) != nullptr) return FileKind::file;
  if (context.files.is_directory(*entry)) return FileKind::directory;
  return std::nullopt;
}

const std::vector<std::string>* search_folders(const Context& context) {
  const auto* path = dynamic_cast<const SearchPath*>(context.state.get());
  return path != nullptr && path->folders ? &*path->folders : nullptr;
}

std::vector<std::string> search_bases(const Context& context) {
  if (const auto* folders = search_folders(context)) return *folders;
  std::vector<std::string> bases = {""};
  if (context.workspace.expression) return bases;
  const std::string_view main = context.workspace.main;
  const std::string_view folder = directory_name(main);
  if (!folder.empty()) bases.emplace_back(folder);
  const std::size_t role = main.find("/templates/");
  if (role != std::string_view::npos) bases.emplace_back(main.substr(0, role));
  return bases;
}

namespace {

void add_template_folders(const Context& context, TemplateSearch& search) {
  for (const std::string& base : search_bases(context)) {
    search.folders.push_back(join_path(base, "templates"));
    search.folders.push_back(base);
  }
}

}  // namespace

TemplateSearch main_search(const Context& context) {
  const bool is_project = search_folders(context) != nullptr;
  if (context.workspace.expression && !is_project) return {{""}, true};
  TemplateSearch search{{}, true};
  add_template_folders(context, search);
  if (is_project && !context.workspace.expression) {
    const std::string folder(directory_name(context.workspace.main));
    search.folders.push_back(join_path(folder, "templates"));
    search.folders.push_back(folder);
  }
  return search;
}

TemplateSearch lookup_search(const Context& context, std::string_view folder) {
  TemplateSearch search{{std::string(folder)}, true};
  add_template_folders(context, search);
  return search;
}

std::optional<std::string> root_file(const Context& context, std::string_view name) {
  std::optional<std::string> entry = Files::resolve(name);
  if (!entry || context.files.find(*entry) == nullptr) return std::nullopt;
  return entry;
}

std::optional<std::string> find_file(const Context& context, std::string_view folder, std::string_view name) {
  if (is_absolute_path(name)) return root_file(context, name);
  for (const std::string& base : search_bases(context)) {
    if (auto entry = root_file(context, join_path(base, join_path(folder, name)))) return entry;
    if (auto entry = root_file(context, join_path(base, name))) return entry;
  }
  return std::nullopt;
}

std::string file_text(const Context& context, std::string_view entry) {
  const Value* content = context.files.find(entry);
  return std::string(content->is_string() ? content->as_string() : content->as_bytes());
}

std::string found_file(const FunctionCall& call, const std::string& name) {
  const std::optional<std::string> entry = find_file(call.context, files_folder, name);
  if (!entry) call.fail("could not locate file in lookup: " + name, "file-not-found");
  return *entry;
}

std::string opened_text(const FunctionCall& call, const std::string& entry) {
  std::string text = file_text(call.context, entry);
  call.context.budget.step(text.size() / 64);
  if (const Value* content = call.context.files.find(entry)) call.evaluator.note_sensitive(*content);
  if (!is_vault_text(text)) return text;
  const Value* password = call.context.workspace.secrets.find("vault_password");
  if (password == nullptr || !password->is_string()) {
    call.context.ask("secrets", "vault_password", 0);
    call.fail("Attempting to decrypt \"" + entry + "\" but the workspace has no secret \"vault_password\".",
              "vault-locked");
  }
  DecryptedVault decrypted = decrypt_vault(text, password->as_string(), call.context.budget);
  if (!decrypted) call.fail("Unable to decrypt \"" + entry + "\": " + decrypted.error + ".");
  call.evaluator.note_decrypted(decrypted.text);
  return std::move(decrypted.text);
}

std::vector<std::string> glob_files(Context& context, std::string_view pattern) {
  const bool is_absolute = is_absolute_path(pattern);
  const std::string normal = normalise_path(pattern);
  std::vector<std::string> found;
  for (const std::string& entry : context.files.list()) {
    context.budget.step();
    std::string path = is_absolute ? Files::absolute(entry) : entry;
    if (path_fits(normal, path, context.budget)) found.push_back(std::move(path));
  }
  return found;
}

}  // namespace evalground::ansible
