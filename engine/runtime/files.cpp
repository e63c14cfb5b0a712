#include "runtime/files.hpp"

#include "base/text/path.hpp"

namespace evalground {
namespace {

bool is_web_address(std::string_view path) {
  return path.starts_with("http://") || path.starts_with("https://");
}

bool is_below(std::string_view name, std::string_view directory) {
  return directory.empty() ||
         (name.size() > directory.size() && name.starts_with(directory) && name[directory.size()] == '/');
}

}  // namespace

std::optional<std::string> Files::resolve(std::string_view path, std::string_view directory) {
  if (is_web_address(path)) return std::string(path);
  const std::string full = normalise_path(join_path(join_path(mount, directory), path));
  if (full == mount) return std::string();
  if (!is_below(full, mount)) return std::nullopt;
  return full.substr(mount.size() + 1);
}

std::string Files::absolute(std::string_view name) {
  if (is_web_address(name)) return std::string(name);
  return name.empty() ? std::string(mount) : std::string(mount) + "/" + std::string(name);
}

const Value* Files::find(std::string_view name) const {
  if (const Value* content = written_.find(name)) return content;
  if (const Value* content = temporary_.find(name)) return content;
  return files_.find(name);
}

bool Files::is_directory(std::string_view name) const {
  if (name.empty() || name == temporary || directories_.contains(name)) return true;
  for (const Map* layer : {&files_, &written_, &temporary_, &directories_}) {
    for (const auto& entry : *layer) {
      if (is_below(entry.key.as_string(), name)) return true;
    }
  }
  return false;
}

std::vector<std::string> Files::list(std::string_view directory) const {
  std::vector<std::string> names;
  for (const auto& entry : files_) {
    if (is_below(entry.key.as_string(), directory)) names.emplace_back(entry.key.as_string());
  }
  for (const auto& entry : written_) {
    const std::string_view name = entry.key.as_string();
    if (is_below(name, directory) && !files_.contains(name)) names.emplace_back(name);
  }
  return names;
}

std::optional<std::uint32_t> Files::source(std::string_view name) {
  const Value* content = find(name);
  if (content == nullptr || !content->is_string()) return std::nullopt;
  if (const Value* number = numbers_.find(name)) return static_cast<std::uint32_t>(number->as_integer());
  const std::uint32_t file = sources_.add_file(std::string(name), std::string(content->as_string()));
  numbers_.set(name, Value::integer(file));
  return file;
}

void Files::write(std::string_view name, Value content, bool has_secret_name) {
  numbers_.erase(name);
  Map& layer = is_below(name, temporary) ? temporary_ : written_;
  layer.set(Value::string(name).with_sensitive(has_secret_name), std::move(content));
}

std::string Files::write_temporary(std::string_view suffix, Value content) {
  std::string name;
  std::size_t number = temporary_.size();
  do {
    name = std::string(temporary) + "/" + std::to_string(++number) + std::string(suffix);
  } while (find(name) != nullptr);
  write(name, std::move(content));
  return name;
}

void Files::make_directory(std::string_view name) {
  directories_.set(name, Value::null());
}

}  // namespace evalground
