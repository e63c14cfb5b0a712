// The two subjects of an expression, and the paths on them: `$…` on the global subject, `$$…` on the local one.
//
// The global subject is the object in the pipeline, or the workspace's data. The local one is the item of the innermost
// @map, @filter, @any, @all or @none. There, outer items cannot be reached. The first `$` of `$$` is dropped, and the
// rest is a path of the controller's JSONPath library: `$$.name` is `$.name` on the item.
//
// A path that is the key of a map is a setter (set_by_path): it says where in the new map the value goes, and creates
// the maps and lists on the way. `{"$.spec.ports[1]": 80}` gives {"spec": {"ports": [null, 80]}}. Wildcards and filters
// set existing members and create nothing.
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
  // The same values where `@setField` may change them; null where the language has no such operator.
  Value* own_global = nullptr;
  Value* own_local = nullptr;
  // `$` is the compound document of a join, whose paths the controller of 2026 reads in a way of its own.
  bool is_compound = false;
};

// Whether a name after a dot may have a hyphen: `$.a-b`. In the language of 2026 it is an error.
enum class Hyphens : std::uint8_t { in_names, refused };

// A text that begins with `$`. Errors in it are reported when it is used, as in the controller.
class SubjectPath {
 public:
  SubjectPath(std::string_view text, const Context& context, Budget& budget, Hyphens hyphens = Hyphens::in_names);

  const std::string& text() const noexcept { return text_; }
  bool is_local() const noexcept { return is_local_; }
  // `$`, `$.`, `$$` or `$$.`
  bool is_whole() const noexcept { return is_whole_; }
  // `$.`, which stands for all members when it is the key of a map.
  bool is_spread() const noexcept { return text_ == "$."; }
  // Throws Error "json-path-syntax" at `where`.
  const JsonPath& path(OriginId where) const;
  // True when it is read and set with the controller's own quirks.
  bool follows_reference() const noexcept { return follows_reference_; }
  // Null for an invalid path.
  const JsonPath* readable_path() const noexcept { return path_ ? &*path_ : nullptr; }

 private:
  std::string text_;
  bool is_local_;
  bool is_whole_;
  bool follows_reference_;
  std::optional<JsonPath> path_;  // parsed without the first `$` of `$$`
  std::string problem_;
};

// Sets `value` in the map `target` at `path`, the key of a map, and creates missing containers on the way. Throws Error
// "setter" for a place that cannot be set.
void set_by_path(const SubjectPath& path, OriginId where, Value& target, const Value& value, Budget& budget,
                 RegexCache& regexes);

// The same in the value `target`, which is what `$` or `$$` means in the path (`@setField` of 2026).
void set_in_place(const SubjectPath& path, OriginId where, Value& target, const Value& value, Budget& budget,
                  RegexCache& regexes);

// The path with every dotted name that has a hyphen in brackets: "$.a['b-c']".
std::string bracketed(const SubjectPath& path);

// The path that is probably meant by one that cannot be read because of a slash: a JSON Pointer, or a name such as
// `app.kubernetes.io/name` without brackets. Empty if there is no slash outside of brackets.
std::string without_bare_slash(std::string_view path);

}  // namespace evalground::dcontroller
