#include "dialects/ansible/project/variable_files.hpp"

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

bool is_yaml_extension(std::string_view extension) {
  return extension == ".yml" || extension == ".yaml" || extension == ".json";
}

OriginId place_of_file(Context& context, std::string_view file) {
  const auto source = context.files.source(file);
  return source ? context.sources.add({*source, 0, 0, Via::file, 0, false}) : 0;
}

}  // namespace

void VariableFiles::add_folder(const std::string& folder, std::vector<std::string_view>& files) const {
  const Depth depth = context_.budget.enter();
  for (const Documents::Entry& entry : documents_.entries(folder)) {
    context_.budget.step();
    if (entry.name.starts_with('.') || entry.name.ends_with('~')) continue;
    const std::string_view extension = path_extension(entry.name);
    const std::string path = join_path(folder, entry.name);
    if (entry.is_folder) {
      if (extension.empty()) add_folder(path, files);
    } else if (extension.empty() || is_yaml_extension(extension)) {
      files.push_back(*documents_.file(path));
    }
  }
}

std::vector<std::string_view> VariableFiles::files(const std::string& path, bool folder_first,
                                                   std::vector<std::string_view>* hidden) const {
  std::vector<std::string_view> found;
  bool has_found = false;
  const auto take_file = [&](const std::string& name) {
    const auto file = documents_.file(name);
    if (!file) return;
    if (!has_found) {
      found.push_back(*file);
    } else if (hidden != nullptr) {
      hidden->push_back(*file);
    }
    has_found = true;
  };
  const auto take_bare = [&] {
    if (documents_.is_folder(path) && !has_found) {
      add_folder(path, found);
      has_found = true;
    } else {
      take_file(path);
    }
  };
  if (folder_first) take_bare();
  for (const std::string_view extension : {".yml", ".yaml", ".json"}) take_file(path + std::string(extension));
  if (!folder_first) take_bare();
  return found;
}

void VariableFiles::warn_of_hidden(const std::vector<std::string_view>& hidden,
                                   const std::vector<std::string_view>& files) {
  for (const std::string_view file : hidden) {
    const std::string by = files.empty() ? "a folder of the same name" : quote(files.front());
    context_.warn(place_of_file(context_, file), "hidden-file",
                  "The file " + quote(file) + " is not read: " + by + " hides it.");
  }
}

const std::vector<const Settings*>& VariableFiles::of_entity(std::string_view folder, std::string_view kind,
                                                             std::string_view entity) {
  const std::string base = join_path(folder, kind);
  const std::string path = join_path(base, entity);
  const auto known = entities_.find(path);
  if (known != entities_.end()) return known->second;
  context_.budget.step(4);
  std::vector<const Settings*> all;
  if (!is_absolute_path(entity)) {
    if (documents_.file(base)) {
      context_.warn(place_of_file(context_, base), "hidden-file",
                    "Found " + std::string(kind) + " that is not a directory, skipping: " + quote(base) + ".");
    }
    std::vector<std::string_view> hidden;
    const std::vector<std::string_view> found = files(path, true, &hidden);
    warn_of_hidden(hidden, found);
    for (const std::string_view file : found) {
      all.push_back(&documents_.settings(file, [&](const Value& value) {
        return "The file " + quote(file) + " must hold a map of variables, not " +
               with_article(kind_name(value.kind())) + ".";
      }));
    }
  }
  return entities_.emplace(path, std::move(all)).first->second;
}

std::vector<const Settings*> VariableFiles::of_role(std::string_view role_folder, std::string_view kind,
                                                    std::string_view role) {
  std::vector<const Settings*> all;
  std::vector<std::string_view> hidden;
  const std::string path = join_path(role_folder, join_path(kind, "main"));
  const std::vector<std::string_view> found = files(path, false, &hidden);
  warn_of_hidden(hidden, found);
  for (const std::string_view file : found) {
    all.push_back(&documents_.settings(file, [&](const Value&) {
      return "The " + std::string(kind) + "/main.yml file for role '" + std::string(role) +
             "' must contain a dictionary of variables.";
    }));
  }
  return all;
}

}  // namespace evalground::ansible
