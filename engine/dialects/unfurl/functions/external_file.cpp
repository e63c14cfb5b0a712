#include "dialects/unfurl/functions/external_file.hpp"

#include <functional>

#include "base/text/path.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/file_format.hpp"
#include "dialects/unfurl/functions/location.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::unfurl {
namespace {

// What a template writes to name the file as an artifact. Undefined for a file outside of the ensemble's directory.
Value artifact_keys(const Context& context, std::string_view path) {
  const std::string directory = main_directory(context);
  std::string_view below = path;
  if (!below.starts_with(directory)) return {};
  below.remove_prefix(directory.size());
  if (!below.empty() && !below.starts_with('/')) return {};
  if (!below.empty()) below.remove_prefix(1);
  return Value::map({{"file", Value::string(below.empty() ? "." : below)}, {"repository", Value::string("self")}});
}

}  // namespace

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
  if (is_temporary_) return {};
  if (name == "encoding") return Value::string(encoding_.empty() ? "utf-8" : encoding_);
  return name == "artifact_keys" ? artifact_keys(context, path_) : Value();
}

bool ExternalFile::equals(const Object& other) const {
  const auto* file = dynamic_cast<const ExternalFile*>(&other);
  return file != nullptr && file->path_ == path_ && file->encoding_ == encoding_;
}

std::size_t ExternalFile::hash() const {
  return std::hash<std::string>()(path_);
}

Value ExternalPath::get(Context& context, const Value& key) {
  if (!key.is_string()) return {};
  if (key.as_string() == "path") return Value::string(path_);
  return key.as_string() == "artifact_keys" ? artifact_keys(context, path_) : Value();
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
