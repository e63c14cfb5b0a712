// Language services for pipelines, controllers and their expressions.
//
// `$` and `$$` mean something else at each place: `$` is one object of the sources, and within the first argument of a
// list operator `$$` is an item of its second. So both walks, over the document for names and along the path to the
// cursor for completion, carry Subjects: sample values, from the workspace's data, that the two stand for there. A path
// is then followed through these samples to know its members.
//
//   - '@map': [{p: $$.port}, $.spec.ports]     `$$` is the first of $.spec.ports, so its keys are offered
#include "dialects/dcontroller/language.hpp"

#include <algorithm>

#include "base/text/scanner.hpp"
#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "runtime/language/yaml_text.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view document_keys[] = {"apiVersion", "kind", "metadata", "spec"};
constexpr std::string_view spec_keys[] = {"controllers"};
constexpr std::string_view controller_keys[] = {"name", "sources", "pipeline", "target"};
constexpr std::string_view controller_keys_2026[] = {"name", "sources", "pipeline", "targets", "type", "options"};
constexpr std::string_view target_types[] = {"Updater", "Patcher"};
constexpr std::string_view source_types[] = {"Watcher", "OneShot", "Periodic"};
constexpr std::string_view source_keys[] = {"apiGroup",      "version",   "kind", "namespace",
                                            "labelSelector", "predicate", "type"};
constexpr std::string_view target_keys[] = {"apiGroup", "version", "kind", "type"};
// Operators whose first argument is evaluated for each item of the second, as `$$`.
constexpr std::string_view looping[] = {"@map", "@filter", "@any", "@all", "@none", "@sortBy"};

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A path such as `$.spec.ports[0]['a.b']` as pieces.
// Unlike the parser of paths, this accepts every text, because completion asks about paths that are still being typed.
// A quote that is not closed extends to the end.
Pieces path_pieces(std::string_view text, const TextPlace& place) {
  Pieces pieces;
  Scanner scanner(text);
  while (!scanner.at_end()) {
    const std::size_t begin = scanner.offset();
    const char c = scanner.peek();
    Piece::Kind kind = Piece::Kind::sign;
    if (c == '$' || c == '@') {
      if (!scanner.take("$$")) scanner.skip();
      kind = Piece::Kind::name;
    } else if (c == '\'' || c == '"') {
      scanner.skip();
      while (!scanner.at_end() && scanner.peek() != c) scanner.skip(scanner.peek() == '\\' ? 2 : 1);
      scanner.skip();
      kind = Piece::Kind::text;
    } else if (is_word_byte(c)) {
      scanner.take_while(is_word_byte);
      kind = c >= '0' && c <= '9' ? Piece::Kind::number : Piece::Kind::name;
    } else {
      scanner.skip();
      if (c == ' ') continue;
      if (c == '[' || c == '(') kind = Piece::Kind::open;
      if (c == ']' || c == ')') kind = Piece::Kind::close;
      if (c == ',') kind = Piece::Kind::comma;
    }
    const std::size_t end = std::min(scanner.offset(), text.size());
    pieces.push_back({kind, place.offset(begin), place.offset(end), std::string(text.substr(begin, end - begin))});
  }
  return pieces;
}

// The values of `$` and `$$` at a place.
struct Subjects {
  Value data;
  Value local;
};

// Follows a path piece by piece: adds its names, and knows the value that it has come to.
// Without a Reading it only computes the value: completion follows a path without recording names.
class PathFollower {
 public:
  PathFollower(const Subjects& subjects, std::uint32_t file, Reading* reading)
      : subjects_(subjects), file_(file), reading_(reading) {}

  Value follow(const Pieces& pieces, std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      const Piece& piece = pieces[at];
      note_brackets(piece);
      // What an item is compared with is no key.
      const bool is_step = at > 0 && (pieces[at - 1].is(".") || pieces[at - 1].is("["));
      if (piece.is("@")) {
        value_ = filters_.empty() ? Value() : filters_.back().item;
      } else if (filters_.empty() || is_step) {
        step(piece);
      }
    }
    return value_;
  }

 private:
  // `[?(@.name == 'a')]`: `@` is an item of the list before.
  struct Filter {
    Value item;
    std::size_t depth;
  };

  // A filter ends at the bracket that closes its own depth. The value is then an item of the list that it filtered:
  // `$.ports[?(@.name == 'a')].¦` offers the keys of a port.
  void note_brackets(const Piece& piece) {
    if (piece.kind == Piece::Kind::open) ++depth_;
    if (piece.is("?")) filters_.push_back({first_of(value_), depth_});
    if (piece.kind != Piece::Kind::close || depth_ == 0) return;
    if (!filters_.empty() && filters_.back().depth == depth_ && piece.is("]")) {
      value_ = filters_.back().item;
      filters_.pop_back();
    }
    --depth_;
  }

  void step(const Piece& piece) {
    const Stretch stretch{file_, piece.begin, piece.end};
    if (piece.is("$") || piece.is("$$")) {
      value_ = piece.is("$") ? subjects_.data : subjects_.local;
      if (reading_ != nullptr) reading_->member("variable", piece.text, stretch, value_);
      return;
    }
    if (piece.kind == Piece::Kind::sign && piece.is("*")) {
      value_ = value_.is_list() ? first_of(value_) : Value();
      return;
    }
    const bool is_number = piece.kind == Piece::Kind::number;
    if (piece.kind != Piece::Kind::name && piece.kind != Piece::Kind::text && !is_number) return;
    const std::string_view key = without_quotes(piece.text);
    value_ = item_of(value_, key);
    if (reading_ != nullptr && !is_number) reading_->member("property", key, stretch, value_);
  }

  const Subjects& subjects_;
  std::uint32_t file_;
  Reading* reading_;
  std::vector<Filter> filters_;  // that are open
  std::size_t depth_ = 0;
  Value value_;
};

// The value that the first pieces of a path lead to.
Value follow(const Pieces& pieces, std::size_t count, const Subjects& subjects, std::uint32_t file, Reading* reading) {
  return PathFollower(subjects, file, reading).follow(pieces, count);
}

// Sources give lists of objects. An expression of a pipeline sees one of them, or with a join one of each kind, by its
// name.
//   [{kind: Pod, …}, {kind: Node, …}]  ->  the Pod, with the additional keys Pod and Node
//
// Whether the pipeline has a @join is not looked up, so both kinds of paths are followed: `$.metadata` and
// `$.Pod.metadata`. Only the first thousand objects are searched for their kinds, so large data does not delay a
// completion.
Value one_object(const Value& data) {
  if (!data.is_list() || data.sensitive()) return data;
  constexpr std::size_t most_read = 1'000;
  Map kinds;
  for (std::size_t at = 0; at < data.as_list().size() && at < most_read; ++at) {
    const Value kind = item_of(data.as_list()[at], "kind");
    if (kind.is_string() && !kinds.contains(kind.as_string())) kinds.set(kind.as_string(), data.as_list()[at]);
  }
  Value object = first_of(data);
  if (kinds.size() < 2 || !object.is_map()) return object;
  for (const auto& [kind, one] : kinds) {
    if (!object.as_map().contains(kind)) object.edit_map().set(kind, one);
  }
  return object;
}

Subjects subjects_of(const Context& context) {
  const bool is_document = !context.workspace.expression.has_value();
  const Value& data = context.workspace.data;
  return {is_document ? one_object(data) : data, context.workspace.local};
}

// Within the first argument of a looping operator, `$$` is an item of the list in the second.
// Only a list that is written as a path is known here. For computed lists `$$` is unknown, and nothing is offered.
Subjects within(const Subjects& outer, std::string_view name, const YamlNode& arguments, std::size_t argument) {
  const bool is_loop = std::find(std::begin(looping), std::end(looping), name) != std::end(looping);
  if (!is_loop || argument != 0 || arguments.kind != YamlNode::Kind::sequence || arguments.items.size() < 2)
    return outer;
  Subjects inner = outer;
  inner.local = {};
  const YamlNode& list = *arguments.items[1];
  if (is_scalar(list) && list.text.starts_with('$')) {
    const Pieces pieces = path_pieces(list.text, {});
    inner.local = first_of(follow(pieces, pieces.size(), outer, 0, nullptr));
    // A comparator sees two items.
    if (name == "@sortBy") inner.local = Value::map({{"a", inner.local}, {"b", inner.local}});
  }
  return inner;
}

bool is_2026(const Version& version) {
  return &version == &version_2026;
}

// The kind of a name that begins with `@`. `is_outermost`: no operator or stage encloses it. `@join` is both.
std::string_view kind_of(std::string_view name, bool is_outermost, const Version& version) {
  return is_outermost && functions().find(version.stage_kind, name) != nullptr ? version.stage_kind
                                                                               : version.operator_kind;
}

class ExpressionNames {
 public:
  ExpressionNames(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading)
      : context_(context),
        yaml_(yaml),
        file_(file),
        reading_(reading),
        version_(readable_version_of(context.workspace.options)) {}

  void read() {
    if (yaml_.root() == nullptr) return;
    yaml_.add_anchors(reading_, context_.budget);
    walk(*yaml_.root(), subjects_of(context_));
    controllers(*yaml_.root());
  }

 private:
  void walk(const YamlNode& node, const Subjects& subjects) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (is_scalar(node)) return scalar(node, subjects);
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) walk(*item, subjects);
      return;
    }
    if (node.kind != YamlNode::Kind::mapping) return;
    for (const auto& [key, value] : node.pairs) {
      const bool is_operator = is_scalar(*key) && key->text.starts_with('@') && node.pairs.size() == 1;
      if (!is_operator) {
        if (is_scalar(*key)) scalar(*key, subjects);
        walk(*value, subjects);
        continue;
      }
      reading_.name(kind_of(key->text, operators_ == 0, version_), key->text, yaml_.inner(*key));
      reading_.expressions.push_back({file_, yaml_.place(key->begin), yaml_.place(value->end)});
      ++operators_;
      if (value->kind == YamlNode::Kind::sequence) {
        for (std::size_t at = 0; at < value->items.size(); ++at) {
          walk(*value->items[at], at == 0 ? within(subjects, key->text, *value, 0) : subjects);
        }
      } else {
        walk(*value, subjects);
      }
      --operators_;
    }
  }

  void scalar(const YamlNode& node, const Subjects& subjects) {
    if (node.text.starts_with('@') && is_2026(version_)) {
      if (functions().find(version_.stage_kind, node.text) != nullptr)
        reading_.name(version_.stage_kind, node.text, yaml_.inner(node));
      return;
    }
    if (node.text == "@now") return reading_.name("variable", "@now", yaml_.inner(node));
    if (!node.text.starts_with('$')) return find_path_within(node);
    const ScalarText text = yaml_.scalar(node);
    const Pieces pieces = path_pieces(text.text, text.place);
    follow(pieces, pieces.size(), subjects, file_, &reading_);
    if (!pieces.empty()) reading_.expressions.push_back({file_, pieces.front().begin, pieces.back().end});
  }

  // `{"@concat": ["web-$.metadata.name"]}`
  // A common mistake: paths are not interpolated into texts. Only arguments of operators are judged, and only where
  // `$.` is glued to words on both sides. Prose with a `$.` in it stays without a remark.
  void find_path_within(const YamlNode& node) {
    if (operators_ == 0) return;
    const std::string_view text = node.text;
    const std::size_t at = text.find("$.");
    const bool is_path = at != std::string_view::npos && at + 2 < text.size() && is_word_byte(text[at + 2]) &&
                         is_word_byte(text[at - 1]);
    if (!is_path) return;
    reading_.remarks.push_back({yaml_.inner(node),
                                "not-evaluated",
                                "A path is evaluated only at the start of a string. This one is kept as text.",
                                {},
                                {}});
  }

  // The names of controllers, and the kinds that they read and write: the target of one controller is the source of
  // another.
  void controllers(const YamlNode& node) {
    const Depth depth = context_.budget.enter();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) controllers(*item);
      return;
    }
    if (const YamlNode* spec = value_of(node, "spec")) {
      if (const YamlNode* all = value_of(*spec, "controllers")) return controllers(*all);
      return controllers(*spec);
    }
    if (const YamlNode* all = value_of(node, "controllers")) return controllers(*all);
    const YamlNode* target = value_of(node, "target");
    const YamlNode* targets = value_of(node, "targets");
    const YamlNode* sources = value_of(node, "sources");
    if (target == nullptr && targets == nullptr && sources == nullptr) return;
    std::uint32_t parent = no_symbol;
    if (const YamlNode* name = value_of(node, "name"); name != nullptr && is_scalar(*name)) {
      parent = reading_.symbol("controller", "", name->text);
      reading_.define(parent, yaml_.inner(*name), yaml_.stretch(node));
    }
    if (sources != nullptr && sources->kind == YamlNode::Kind::sequence) {
      for (const YamlNode* source : sources->items) kind(*source, false, parent);
    }
    if (target != nullptr) kind(*target, true, parent);
    if (targets != nullptr && targets->kind == YamlNode::Kind::sequence) {
      for (const YamlNode* each : targets->items) kind(*each, true, parent);
    }
  }

  void kind(const YamlNode& node, bool defines, std::uint32_t parent) {
    const YamlNode* name = value_of(node, "kind");
    if (name == nullptr || !is_scalar(*name)) return;
    const std::uint32_t symbol = reading_.symbol("kind", "", name->text);
    if (!defines) return reading_.refer(symbol, yaml_.inner(*name));
    reading_.symbols[symbol].parent = parent;
    reading_.define(symbol, yaml_.inner(*name), yaml_.stretch(node));
  }

  Context& context_;
  const YamlText& yaml_;
  std::uint32_t file_;
  Reading& reading_;
  const Version& version_;
  std::size_t operators_ = 0;  // how many operators enclose the node
};

// Completion within a path. The pieces before the position are followed through the sample data.
//   $.spec.po¦       the keys of $.spec, which replace `po`
//   $.labels['a¦     the keys of $.labels, which replace what follows the quote
Caret path_cursor(const Pieces& pieces, const Subjects& subjects, std::uint32_t file, std::uint32_t offset) {
  Caret cursor;
  cursor.calls_as = Calls::bare;
  const std::size_t count = pieces_before(pieces, offset);
  const Piece* typed = count < pieces.size() && pieces[count].begin < offset ? &pieces[count] : nullptr;
  cursor.word = typed != nullptr ? Stretch{file, typed->begin, offset} : Stretch{file, offset, offset};
  const Piece* before = count > 0 ? &pieces[count - 1] : nullptr;
  if (before == nullptr || (typed != nullptr && typed->text.starts_with('$'))) {
    cursor.offers.push_back({"$.", "variable", "the data"});
    cursor.offers.push_back({"$$.", "variable", "the local value, or the item of a list"});
    return cursor;
  }
  const bool is_member = before->is(".") || before->is("[");
  if (typed != nullptr && typed->kind == Piece::Kind::text) {
    cursor.word = {file, typed->begin + 1, std::max(typed->begin + 1, offset)};
  }
  if (is_member) {
    const Value value = follow(pieces, count, subjects, file, nullptr);
    cursor.data = value.is_list() ? first_of(value) : value;
  }
  return cursor;
}

class Expressions final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || is_yaml_path(path);
  }

  std::span<const std::string_view> closed_kinds() const override {
    static constexpr std::string_view kinds[] = {"operator"};
    return kinds;
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const std::string_view text = context.sources.text(file);
    if (text.starts_with('$')) {
      const Pieces pieces = pieces_of_path(text, file);
      follow(pieces, pieces.size(), subjects_of(context), file, &reading);
      if (!pieces.empty()) reading.expressions.push_back({file, pieces.front().begin, pieces.back().end});
      return;
    }
    const YamlText yaml(context, file);
    ExpressionNames(context, yaml, file, reading).read();
  }

  // Goes along the keys from the root to the position. Each operator on the way becomes an enclosing call, for the help
  // on its arguments, and may change what `$$` means for what it encloses.
  Caret at(Context& context, const Reading&, std::uint32_t file, std::uint32_t offset) const override {
    if (context.sources.text(file).starts_with('$')) {
      return path_cursor(pieces_of_path(context.sources.text(file), file), subjects_of(context), file, offset);
    }
    Caret cursor;
    cursor.word = {file, offset, offset};
    cursor.calls_as = Calls::key;
    const YamlText yaml(context, file, offset);
    const YamlSpot spot = yaml.spot(context.budget);
    if (spot.scalar == nullptr) return cursor;
    const std::vector<std::string_view> keys = spot.keys();
    Subjects subjects = subjects_of(context);
    bool is_in_pipeline = false;
    const Version& version = readable_version_of(context.workspace.options);
    std::vector<CallAround> calls;
    for (std::size_t at = 0; at < keys.size(); ++at) {
      const YamlStep& step = spot.path[at];
      if (keys[at] == "pipeline") is_in_pipeline = true;
      const bool is_last_key = at + 1 == keys.size() && spot.is_key;
      if (is_last_key || !keys[at].starts_with('@') || step.value == nullptr) continue;
      CallAround call;
      call.name = keys[at];
      call.kind = kind_of(keys[at], calls.empty(), version);
      const bool is_list = at + 1 < keys.size() && spot.path[at + 1].node->kind == YamlNode::Kind::sequence;
      call.argument = is_list ? spot.path[at + 1].index : 0;
      subjects = within(subjects, keys[at], *step.value, is_list ? call.argument : 1);
      calls.push_back(std::move(call));
    }
    const ScalarText text = yaml.scalar(*spot.scalar);
    if (text.text.starts_with('$')) {
      cursor = path_cursor(path_pieces(text.text, text.place), subjects, file, offset);
      cursor.calls = std::move(calls);
      return cursor;
    }
    cursor.word = yaml.word(*spot.scalar);
    cursor.calls = std::move(calls);
    document_cursor(cursor, spot, keys, is_in_pipeline, version);
    return cursor;
  }

  Pieces pieces(Context& context, const Stretch& expression) const override {
    TextPlace place;
    place.file = expression.file;
    place.begin = expression.begin;
    const std::string_view part =
        context.sources.text(expression.file).substr(expression.begin, expression.end - expression.begin);
    return part.starts_with('$') ? path_pieces(part, place) : Pieces();
  }

 private:
  static Pieces pieces_of_path(std::string_view text, std::uint32_t file) {
    TextPlace place;
    place.file = file;
    return path_pieces(text, place);
  }

  template <class Words>
  static void offer_keys(Caret& cursor, const Words& all, std::string_view detail) {
    for (const std::string_view one : all) {
      cursor.offers.push_back({std::string(one), "key", std::string(detail), std::string(one) + ": "});
    }
  }

  static void document_cursor(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys,
                              bool is_in_pipeline, const Version& version) {
    const bool is_key = spot.is_key || spot.may_be_key;
    if (is_key && offer_operator_keys(cursor, spot, keys, version)) return;
    if (spot.is_key ? offer_reference_keys(cursor, keys) : offer_reference_values(cursor, keys)) return;
    const bool is_in_source = std::find(keys.begin(), keys.end(), "sources") != keys.end() ||
                              std::find(keys.begin(), keys.end(), "target") != keys.end() ||
                              std::find(keys.begin(), keys.end(), "targets") != keys.end();
    if (is_in_source) return;
    if (is_key && keys.size() <= 1 && !is_in_pipeline) offer_controller_keys(cursor, version);
    if (is_in_pipeline) cursor.kinds.push_back(version.stage_kind);
    cursor.kinds.push_back(version.operator_kind);
    if (!spot.is_key) {
      cursor.offers.push_back({"$.", "variable", "the data"});
      cursor.offers.push_back({"$$.", "variable", "the local value, or the item of a list"});
      if (!is_2026(version)) cursor.offers.push_back({"@now", "variable", "the time of the evaluation"});
    }
  }

  static void offer_controller_keys(Caret& cursor, const Version& version) {
    const std::string_view of = "of a controller";
    is_2026(version) ? offer_keys(cursor, controller_keys_2026, of) : offer_keys(cursor, controller_keys, of);
  }

  // The keys of an operator and its controllers. False where a map has others.
  static bool offer_operator_keys(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys,
                                  const Version& version) {
    // The keys of the map that the position is in.
    std::vector<std::string_view> outer = keys;
    if (spot.is_key) outer.pop_back();
    if (outer.empty()) {
      const YamlNode* root = spot.path.empty() ? nullptr : spot.path.front().node;
      const bool is_operator =
          root != nullptr && (value_of(*root, "kind") != nullptr || value_of(*root, "apiVersion") != nullptr);
      if (is_operator) offer_keys(cursor, document_keys, "of the document");
      return is_operator;
    }
    const bool is_of_operator = outer.size() == 1 && outer[0] == "spec";
    const bool is_of_controller =
        (outer.size() == 3 && outer[1] == "controllers") || (outer.size() == 2 && outer[0] == "controllers");
    if (is_of_operator) offer_keys(cursor, spec_keys, "of the operator");
    if (is_of_controller) offer_controller_keys(cursor, version);
    return is_of_operator || is_of_controller || outer[0] == "metadata";
  }

  // Whether the last key is that of a target: of `target`, or of an item of `targets`.
  static bool is_in_target(const std::vector<std::string_view>& keys) {
    const bool is_only = keys.size() > 1 && keys[keys.size() - 2] == "target";
    return is_only || (keys.size() > 2 && keys[keys.size() - 3] == "targets");
  }

  // The keys of a source or target. False where a map has others.
  static bool offer_reference_keys(Caret& cursor, const std::vector<std::string_view>& keys) {
    const bool is_of_target = is_in_target(keys);
    const bool is_of_source = !is_of_target && keys.size() > 2 && keys[keys.size() - 3] == "sources";
    if (is_of_target) offer_keys(cursor, target_keys, "of the target");
    if (is_of_source) offer_keys(cursor, source_keys, "of a source");
    return is_of_target || is_of_source;
  }

  // The type of a source or target, or a kind of objects. False for all other values.
  static bool offer_reference_values(Caret& cursor, const std::vector<std::string_view>& keys) {
    if (keys.empty()) return false;
    if (keys.back() == "kind") {
      cursor.symbols.push_back("kind");
      return true;
    }
    if (keys.back() != "type" || keys.size() < 2) return false;
    const bool is_of_target = is_in_target(keys);
    const bool is_of_source = !is_of_target && keys.size() > 2 && keys[keys.size() - 3] == "sources";
    if (!is_of_target && !is_of_source) return false;
    for (const std::string_view one : target_types) {
      if (is_of_target) cursor.offers.push_back({std::string(one), "value", "of the target"});
    }
    for (const std::string_view one : source_types) {
      if (is_of_source) cursor.offers.push_back({std::string(one), "value", "of the source"});
    }
    return true;
  }
};

}  // namespace

const Language& language() {
  static const Expressions expressions;
  return expressions;
}

}  // namespace evalground::dcontroller
