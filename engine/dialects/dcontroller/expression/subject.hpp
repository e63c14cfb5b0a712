// The two subjects of an expression, and the paths that run on them: `$…` on the global one, `$$…` on the local one.
//
// The global subject is the object in the pipeline, or the workspace's data. The local one is the item of the innermost
// @map, @filter, @any, @all or @none; there outer items cannot be reached. The first `$` of two is dropped and the rest
// is a path of the controller's JSONPath library: `$$.name` is `$.name` on the item.
//
// As a key of a map a path is a setter (set_by_path): it says where in the new map the value goes, and makes the maps
// and lists on its way. `{"$.spec.ports[1]": 80}` gives {"spec": {"ports": [null, 80]}}. Wildcards and filters set what
// is there; they make nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/paths/json_path.hpp"
#include "runtime/context.hpp"

namespace evalground::dcontroller {

struct Subjects {
  const Value* global;
  const Value* local;  // null when absent
};

// A text that begins with `$`. What is wrong with it is told when it is used, as the controller does.
class SubjectPath {
 public:
  SubjectPath(std::string_view text, const Context& context, Budget& budget);

  const std::string& text() const noexcept { return text_; }
  bool is_local() const noexcept { return is_local_; }
  // `$`, `$.`, `$$` or `$$.`
  bool is_whole() const noexcept { return is_whole_; }
  // `$.`, which as a key of a map means all members.
  bool is_spread() const noexcept { return text_ == "$."; }
  // Throws Error "json-path-syntax" at `where`.
  const JsonPath& path(OriginId where) const;
  // Whether it is read and set with the controller's own mistakes.
  bool follows_reference() const noexcept { return follows_reference_; }
  // Null when it cannot be read.
  const JsonPath* readable_path() const noexcept { return path_ ? &*path_ : nullptr; }

 private:
  std::string text_;
  bool is_local_;
  bool is_whole_;
  bool follows_reference_;
  std::optional<JsonPath> path_;  // of the text without the first `$` of two
  std::string problem_;
};

// `path` as a key of a map: sets `value` in `target`, a map, and creates what is missing on the way. Throws Error
// "setter" for what cannot be set.
void set_by_path(const SubjectPath& path, OriginId where, Value& target, const Value& value, Budget& budget,
                 RegexCache& regexes);

// The path with every dot name that has a hyphen in brackets: "$.a['b-c']".
std::string bracketed(const SubjectPath& path);

}  // namespace evalground::dcontroller
