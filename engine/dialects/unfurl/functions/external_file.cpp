#include "dialects/unfurl/functions/external_file.hpp"

#include <functional>

#include "base/text/path.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/file_format.hpp"
#include "dialects/unfurl/functions/location.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::unfurl {

Value ExternalFile::get(Context& context, const Value& key) {
  if (!key.is_string()) return {};
  try {
    return part(context, key.as_string());
  } catch (Error& error) {
    if (is_silent_) hide_message(error.diagnostic, "a file whose name holds a secret");
    throw;
  }
}

Value ExternalFile::part(Context& context, std::string_view name) const {
  if (name == "path") return Value::string(path_);
  if (name == "contents") return read_file(context, path_, encoding_, where_);
  if (name == "encoding" && !is_temporary_) return Value::string(encoding_.empty() ? "utf-8" : encoding_);
  return {};
}

bool ExternalFile::equals(const Object& other) const {
  const auto* file = dynamic_cast<const ExternalFile*>(&other);
  return file != nullptr && file->path_ == path_ && file->encoding_ == encoding_;
}

std::size_t ExternalFile::hash() const {
  return std::hash<std::string>()(path_);
}

Value ExternalPath::get(Context&, const Value& key) {
  return key.is_string() && key.as_string() == "path" ? Value::string(path_) : Value();
}

bool ExternalPath::equals(const Object& other) const {
  const auto* path = dynamic_cast<const ExternalPath*>(&other);
  return path != nullptr && path->path_ == path_;
}

std::size_t ExternalPath::hash() const {
  return std::hash<std::string>()(path_);
}

Value external_path(Evaluator& evaluator, const Scope& scope, std::string_view path, std::string_view location,
                    bool makes_directory, OriginId where) {
  std::string full = is_absolute_path(path) ? path_below("/", path)
                                            : path_below(directory_of(evaluator, scope, location, where), path);
  if (makes_directory) make_directory(evaluator.context, path.empty() ? full : directory_name(full));
  return Value::object(make_ref<ExternalPath>(std::move(full)));
}

}  // namespace evalground::unfurl
