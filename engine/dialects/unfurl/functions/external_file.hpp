// Files and paths as values. Used as plain values they are paths. Queries and `select` can read further keys, such as
// `contents`.
#pragma once

#include <string>
#include <string_view>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/values/external.hpp"

namespace evalground::unfurl {

// A file. Its keys are `path` (absolute), `contents` and, unless it is temporary, `encoding` and `artifact_keys`.
class ExternalFile final : public External {
 public:
  // `plain` is its plain value, `path` its absolute path. Errors about it are reported at `where`. `is_silent`: no
  // error shows the path or the encoding, because they contain a secret that a search for secrets would not find.
  ExternalFile(std::string plain, std::string path, std::string encoding, bool is_temporary, bool is_silent,
               OriginId where)
      : plain_(std::move(plain)),
        path_(std::move(path)),
        encoding_(std::move(encoding)),
        is_temporary_(is_temporary),
        is_silent_(is_silent),
        where_(where) {}

  std::string_view type_name() const override { return "file"; }
  Value get(Context& context, const Value& key) override;
  Value resolve(Context&) override { return Value::string(plain_); }
  std::string python_repr() const override { return plain_; }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;

 private:
  Value part(Context& context, std::string_view name) const;

  const std::string plain_, path_, encoding_;
  const bool is_temporary_;
  const bool is_silent_;
  const OriginId where_;
};

// An absolute path of a file or directory. Its keys are `path` and `artifact_keys`.
class ExternalPath final : public External {
 public:
  explicit ExternalPath(std::string path) : path_(std::move(path)) {}

  std::string_view type_name() const override { return "path"; }
  Value get(Context& context, const Value& key) override;
  Value resolve(Context&) override { return Value::string(path_); }
  std::string python_repr() const override { return path_; }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;

 private:
  const std::string path_;
};

// Implements the function and filter forms of `abspath` and `get_dir`: a normalised path below a location
// (directory_of()). With `makes_directory`, its parent folder exists afterwards, or the location itself when the path
// is empty.
Value external_path(Evaluator& evaluator, const Scope& scope, std::string_view path, std::string_view location,
                    bool makes_directory, OriginId where);

}  // namespace evalground::unfurl
