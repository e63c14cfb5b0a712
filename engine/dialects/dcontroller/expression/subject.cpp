// Reading at a path is data/paths/json_path.hpp, with the syntax of ojg, the library that the controller uses. Setting
// follows the same parsed path, and is this file's own.
//
//   what        on a missing member                     on an existing one
//   .name       creates it: a map, or a list for [0]    replaces it, or goes on in it
//   [0]         fails                                   the same
//   * [?(…)]    nothing                                  each that matches
//   ..name      sets it in every map                     the deepest first
//
// Invariant: only the new map is changed. Values that it shares with the data are copied when they are edited. Where
// the controller silently ignores a setter, there is an Error, except with `quirks` (`is_lenient_`).
#include "dialects/dcontroller/expression/subject.hpp"

#include "base/text/text.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

using namespace json_path;
using Segments = std::span<const Segment>;

JsonPathRules rules_of(const Context& context, Hyphens hyphens) {
  JsonPathRules rules;
  rules.syntax = JsonPathSyntax::ojg;
  rules.hyphens_in_names = hyphens == Hyphens::in_names && !context.quirks();
  rules.and_before_or = !context.quirks();
  rules.narrow_negation = !context.quirks();
  rules.real_unequal = !context.quirks();
  return rules;
}

// Sets a value at a path.
// A recursion over the segments of the path. Each level handles the first segment, and the last one sets the value.
class Setter {
 public:
  Setter(const SubjectPath& path, OriginId where, const Value& root, const Value& value, Budget& budget,
         RegexCache& regexes)
      : path_(path),
        json_path_(path.path(where)),
        is_lenient_(path.follows_reference()),
        where_(where),
        // Kept only for filters: a second reference to the root would force a copy of the whole map at the first
        // change.
        root_(has_filter(json_path_) ? root : Value()),
        value_(value),
        budget_(budget),
        regexes_(regexes) {}

  // Checks the last step first: a path that cannot end there is wrong whatever the map contains.
  void set(Value& target) {
    const Segments segments = json_path_.query().segments;
    if (segments.empty()) fail("a path that is set must end in a name or an index");
    const Segment& end = segments.back();
    if (end.selectors.empty()) fail("a path that is set cannot end in `..`");
    for (const Selector& selector : end.selectors) {
      if (selector.kind == Selector::Kind::slice) fail("a path that is set cannot end in a slice");
      if (selector.kind == Selector::Kind::filter) fail("a path that is set cannot end in a filter");
    }
    set(target, segments);
  }

 private:
  static bool has_filter(const JsonPath& path) {
    for (const Segment& segment : path.query().segments) {
      for (const Selector& selector : segment.selectors) {
        if (selector.kind == Selector::Kind::filter) return true;
      }
    }
    return false;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error("setter", "The key " + quote(path_.text()) + " sets nothing: " + reason + ".", where_);
  }

  static Value& child_at(Value& container, std::size_t position) {
    return container.is_list() ? container.edit_list()[position] : container.edit_map().value_at(position);
  }

  void set(Value& node, Segments segments) {
    const Depth depth = budget_.enter();
    budget_.step();
    const Segment& segment = segments.front();
    if (segment.descends) return set_below(node, segments);
    if (segment.selectors.size() != 1) return set_each(node, segments);
    const Selector& selector = segment.selectors.front();
    if (selector.kind == Selector::Kind::name) return set_name(node, selector, segments);
    if (selector.kind == Selector::Kind::index) return set_index(node, selector, segments);
    set_each(node, segments);
  }

  // Fails if the existing value has the wrong kind. The controller silently leaves such a value unchanged.
  bool is_kind(const Value& node, bool is_right, std::string_view needed) const {
    if (!is_right && !is_lenient_) {
      fail("there is " + with_article(kind_name(node.kind())) + " where " + std::string(needed) + " is needed");
    }
    return is_right;
  }

  // Continues in a child. Nothing can be set below null or a scalar.
  void set_child(Value& child, Segments segments) {
    if (!child.is_map() && !child.is_list()) {
      fail("there is " + with_article(kind_name(child.kind())) + " where a map or a list is needed");
    }
    set(child, segments.subspan(1));
  }

  void set_name(Value& node, const Selector& selector, Segments segments) {
    if (!is_kind(node, node.is_map(), "a map")) return;
    Map& map = node.edit_map();
    if (segments.size() == 1) return map.set(selector.name, value_);
    if (!map.contains(selector.name)) map.set(selector.name, created_for(segments[1]));
    set_child(map.value_at(*map.position(selector.name)), segments);
  }

  void set_index(Value& node, const Selector& selector, Segments segments) {
    if (!is_kind(node, node.is_list(), "a list")) return;
    List& items = node.edit_list();
    const auto size = static_cast<std::int64_t>(items.size());
    const std::int64_t index = selector.start < 0 ? selector.start + size : selector.start;
    if (index < 0 || index >= size) fail("the list has no item " + std::to_string(selector.start));
    Value& item = items[static_cast<std::size_t>(index)];
    if (segments.size() == 1) {
      item = value_;
    } else {
      set_child(item, segments);
    }
  }

  // The value for a missing member: a list or map, as the next step needs.
  // `$.a[2]` makes a list of three nulls, so the index is charged: `$.a[999999999]` must not take the memory unpaid.
  Value created_for(const Segment& next) {
    if (!next.descends && next.selectors.size() == 1) {
      const Selector& selector = next.selectors.front();
      if (selector.kind == Selector::Kind::name) return Value::map();
      if (selector.kind == Selector::Kind::index && selector.start >= 0) {
        budget_.step(static_cast<std::uint64_t>(selector.start));
        return Value::list(List(static_cast<std::size_t>(selector.start) + 1, Value::null()));
      }
    }
    fail("what is missing can be made for a name or an index from 0 only");
  }

  // Wildcards, unions, slices and filters set existing members. A final union of names sets all of them.
  void set_each(Value& node, Segments segments) {
    const Segment& segment = segments.front();
    for (const Selector& selector : segment.selectors) {
      if (segments.size() == 1 && selector.kind == Selector::Kind::name) {
        set_name(node, selector, segments);
      } else {
        set_selected(node, selector, segments);
      }
    }
  }

  void set_selected(Value& node, const Selector& selector, Segments segments) {
    for (const std::size_t position : positions(selector, node)) {
      budget_.step();
      Value& child = child_at(node, position);
      if (segments.size() == 1) {
        child = value_;
      } else if (child.is_map() || child.is_list() || !is_lenient_) {
        set(child, segments.subspan(1));
      }
    }
  }

  // In the controller, a slice that is set includes its end.
  std::vector<std::size_t> positions(const Selector& selector, const Value& node) const {
    Selector wanted = selector;
    if (is_lenient_ && wanted.kind == Selector::Kind::slice && wanted.has_end && wanted.end != -1) ++wanted.end;
    if (is_lenient_ && wanted.kind == Selector::Kind::slice && selector.end == -1) wanted.has_end = false;
    return json_path_.positions(wanted, node, root_, budget_, regexes_);
  }

  // `..name`: sets the member in the value and everything below it, deepest first.
  // In this order the new value is not searched for the name, whatever it contains.
  void set_below(Value& node, Segments segments) {
    const Depth depth = budget_.enter();
    const std::size_t size = node.is_list() ? node.as_list().size() : node.is_map() ? node.as_map().size() : 0;
    for (std::size_t position = 0; position < size; ++position) {
      budget_.step();
      const Value& child = node.is_list() ? node.as_list()[position] : node.as_map().entry(position).value;
      if (child.is_list() || child.is_map()) set_below(child_at(node, position), segments);
    }
    // Maps and lists may alternate below a value, so a name skips lists, and an index skips maps.
    const bool is_union = segments.front().selectors.size() > 1;
    for (const Selector& selector : segments.front().selectors) {
      if (selector.kind == Selector::Kind::name && (!is_union || segments.size() == 1)) {
        if (node.is_map()) set_name(node, selector, segments);
      } else if (selector.kind == Selector::Kind::index && !is_union) {
        if (node.is_list()) set_index(node, selector, segments);
      } else {
        set_selected(node, selector, segments);
      }
    }
  }

  const SubjectPath& path_;
  const JsonPath& json_path_;
  const bool is_lenient_;
  OriginId where_;
  const Value root_;  // the meaning of `$` in a filter: the map before the change
  const Value& value_;
  Budget& budget_;
  RegexCache& regexes_;
};

}  // namespace

// A mistake in the path is kept, not thrown. The controller parses a path on use, so a mistake in a branch that is
// never evaluated is no error.
SubjectPath::SubjectPath(std::string_view text, const Context& context, Budget& budget, Hyphens hyphens)
    : text_(text), is_local_(text.starts_with("$$")), follows_reference_(context.quirks()) {
  const std::string_view path = is_local_ ? text.substr(1) : text;
  is_whole_ = path == "$" || path == "$.";
  if (is_whole_) return;
  try {
    path_.emplace(path, rules_of(context, hyphens), budget);
  } catch (const JsonPathError& error) {
    problem_ = error.what();
  }
}

const JsonPath& SubjectPath::path(OriginId where) const {
  if (!path_) {
    throw Error("json-path-syntax", is_whole_ ? "The path " + quote(text_) + " names no member of a map." : problem_,
                where);
  }
  return *path_;
}

void set_by_path(const SubjectPath& path, OriginId where, Value& target, const Value& value, Budget& budget,
                 RegexCache& regexes) {
  if (path.is_local()) {
    throw Error("setter", "The key " + quote(path.text()) + " sets nothing: only `$`, the new map, can be set.", where);
  }
  Setter(path, where, target, value, budget, regexes).set(target);
}

void set_in_place(const SubjectPath& path, OriginId where, Value& target, const Value& value, Budget& budget,
                  RegexCache& regexes) {
  Setter(path, where, target, value, budget, regexes).set(target);
}

// The fix for names with hyphens after a dot, which documentation and controller read differently:
// `$.metadata.labels.app-name` -> `$.metadata.labels['app-name']`, with all other segments as written.
std::string bracketed(const SubjectPath& path) {
  const std::size_t skipped = path.is_local() ? 1 : 0;
  std::string result = path.text().substr(0, skipped);
  const std::string_view text = std::string_view(path.text()).substr(skipped);
  std::size_t done = 0;
  for (const Segment& segment : path.readable_path()->query().segments) {
    const std::string_view written = text.substr(segment.begin, segment.end - segment.begin);
    const std::size_t dots = written.starts_with("..") ? 2 : 1;
    const bool is_dot_name = written.starts_with('.') && segment.selectors.size() == 1 &&
                             segment.selectors.front().kind == Selector::Kind::name &&
                             written.find('-') != std::string_view::npos && written.substr(dots, 1) != "[";
    result += text.substr(done, segment.begin - done);
    if (is_dot_name) {
      if (dots == 2) result += "..";
      result.append("['").append(segment.selectors.front().name).append("']");
    } else {
      result += written;
    }
    done = segment.end;
  }
  return result.append(text.substr(done));
}

namespace {

// The first slash that is not within brackets; npos without one.
std::size_t bare_slash(std::string_view path) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at] == '[') ++open;
    if (path[at] == ']' && open > 0) --open;
    if (path[at] == '/' && open == 0) return at;
  }
  return std::string_view::npos;
}

// `$/spec/ports/0` -> `$.spec.ports[0]`
std::string from_pointer(std::string_view dollars, std::string_view pointer) {
  std::string result(dollars);
  for (const std::string_view key : Split(pointer.substr(1), "/")) {
    const bool is_index = !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
    is_index ? result.append("[").append(key).append("]") : result.append(".").append(key);
  }
  return result;
}

}  // namespace

// The names of labels and annotations have dots before the slash, so the whole rest of the path is the name there.
std::string without_bare_slash(std::string_view path) {
  const std::size_t slash = bare_slash(path);
  if (slash == std::string_view::npos) return {};
  const std::string_view dollars = path.substr(0, path.starts_with("$$") ? 2 : 1);
  if (slash == dollars.size()) return from_pointer(dollars, path.substr(slash));
  const std::string_view before = path.substr(0, slash);
  std::size_t begin = before.rfind('.');
  bool is_rest = false;
  for (const std::string_view map : {".labels.", ".annotations.", ".matchLabels.", ".nodeSelector."}) {
    const std::size_t found = before.rfind(map);
    if (found == std::string_view::npos) continue;
    begin = found + map.size() - 1;
    is_rest = true;
  }
  if (begin == std::string_view::npos) return {};
  const std::size_t end = std::min(path.size(), path.find_first_of(is_rest ? "[" : ".[", slash));
  const std::string_view name = path.substr(begin + 1, end - begin - 1);
  if (name.find('\'') != std::string_view::npos) return {};
  return std::string(path.substr(0, begin)) + "['" + std::string(name) + "']" + std::string(path.substr(end));
}

}  // namespace evalground::dcontroller
