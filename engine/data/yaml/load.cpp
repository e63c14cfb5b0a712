// Turns the tree of a YAML document into values: tags, aliases, merge keys and duplicate keys.
//
// The tree knows places and styles, values know only their meaning and an origin. An alias shares the value of its
// anchor, so no content is copied, but its origin is that of the alias, with the anchor's as the one before. The rules
// follow PyYAML for YAML 1.1, ruamel.yaml for 1.2, and go-yaml for Kubernetes.
//
// Hot: compiled for speed in every module.
#include "data/yaml/load.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/complaint.hpp"
#include "source/diagnostic.hpp"

namespace evalground {
namespace {

// "tag:yaml.org,2002:str" -> "!!str"
std::string tag_for_people(std::string_view tag) {
  if (tag.substr(0, core_prefix.size()) == core_prefix) return "!!" + std::string(tag.substr(core_prefix.size()));
  return std::string(tag);
}

class Loader {
 public:
  Loader(const Document& document, Sources& sources, Budget& budget, const YamlLoadOptions& options)
      : file_(document.file),
        sources_(sources),
        budget_(budget),
        options_(options),
        rules_(options.rules == YamlRules::yaml_1_2 && document.version.major == 1 && document.version.minor == 1
                   ? YamlRules::yaml_1_1
                   : options.rules),
        anchored_(document.anchor_count) {
    if (document.tab && !options.tabs_separate) {
      throw Error("yaml-syntax",
                  "A tab cannot separate the parts of this YAML: replace it with spaces, or quote the text.",
                  sources_.add({file_, *document.tab, *document.tab + 1, Via::literal, 0, false}));
    }
  }

  // For an anchor, the number of nodes and the height below it are measured while it is loaded, because aliases are
  // charged by them. `deepest_` starts anew for the anchor, and is joined with the outer one afterwards.
  Value load(const YamlNode& node) {
    budget_.step();
    ++loaded_;
    if (node.kind == YamlNode::Kind::alias) return load_alias(node);
    const OriginId where = add_origin(node, Via::literal, 0);
    if (node.anchor().empty()) return load_content(node, where).with_origin(where);
    if (options_.rules != YamlRules::yaml_1_2) check_anchor(node.anchor(), where);
    const std::uint64_t loaded_before = loaded_;
    const std::uint32_t deepest_outside = std::exchange(deepest_, budget_.depth_used());
    Value value = load_content(node, where).with_origin(where);
    anchored_[node.properties->anchor_number] = {value, loaded_ - loaded_before + 1, deepest_ - budget_.depth_used()};
    deepest_ = std::max(deepest_, deepest_outside);
    if (options_.anchors != nullptr) options_.anchors->set(node.anchor(), value);
    return value;
  }

 private:
  // The value of an anchor, which its aliases repeat.
  struct Anchored {
    Value value;
    std::uint64_t size;    // nodes, including those that nested aliases stand for
    std::uint32_t height;  // levels of collections
  };

  OriginId add_origin(const YamlNode& node, Via via, OriginId previous) {
    return sources_.add({file_, node.begin, node.end, via, previous, false});
  }

  [[noreturn]] void fail_too_deep(OriginId where) const {
    throw LimitError(Limit::depth, budget_.limits().depth, where);
  }

  Depth enter(OriginId where) {
    if (budget_.depth_used() >= budget_.limits().depth) fail_too_deep(where);
    deepest_ = std::max(deepest_, budget_.depth_used() + 1);
    return budget_.enter();
  }

  // PyYAML and go-yaml know fewer letters in anchors than YAML 1.2.
  static void check_anchor(std::string_view name, OriginId where) {
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
    const std::size_t other = name.find_first_not_of(letters);
    if (other == std::string_view::npos) return;
    const std::size_t size = decode_code_point(name, other).size;
    throw Error("yaml-syntax",
                "The anchor " + quote(name) + " contains " + quote(name.substr(other, size)) +
                    ". Here the names of anchors have only letters from A to Z, digits, `-` and `_`.",
                where);
  }

  // An alias costs as many steps as the nodes that it repeats, and counts with their height, so a small document cannot
  // stand for an exponentially large value.
  Value load_alias(const YamlNode& node) {
    const Anchored& anchored = anchored_[node.target->properties->anchor_number];
    const OriginId where = add_origin(node, Via::alias, anchored.value.origin());
    try {
      budget_.step(anchored.size);
    } catch (const LimitError& limit) {
      throw LimitError(limit.limit(), limit.allowed(), where);
    }
    loaded_ += anchored.size;
    const std::uint32_t deepest = budget_.depth_used() + anchored.height;
    if (deepest > budget_.limits().depth) fail_too_deep(where);
    deepest_ = std::max(deepest_, deepest);
    return anchored.value.with_origin(where);
  }

  Value load_content(const YamlNode& node, OriginId where) {
    if (node.kind == YamlNode::Kind::sequence) return load_sequence(node, where);
    if (node.kind == YamlNode::Kind::mapping) return load_mapping(node, where);
    const std::string_view tag = node.tag();
    if (rules_ == YamlRules::kubernetes && node.style == YamlStyle::double_quoted) check_escapes(node);
    if (tag.empty()) {
      if (node.style != YamlStyle::plain) return Value::string(node.text);
      if (auto value = read_timestamp(node.text)) return *std::move(value);
      check_sign(node, where);
      return read_plain(node.text, rules_, where);
    }
    if (auto value = read_tagged(tag, node.text, rules_, where)) return *std::move(value);
    return apply_tag(tag, Value::string(node.text), where);
  }

  // YAML 1.1 gives `<<` and `=` types of their own, which PyYAML knows only as keys.
  void check_sign(const YamlNode& node, OriginId where) const {
    if (rules_ != YamlRules::yaml_1_1 || (node.text != "<<" && node.text != "=")) return;
    const std::string text(node.text);
    throw Error("invalid-scalar",
                "`" + text + "` has a meaning of its own in YAML. If it is text, put it in quotes, '" + text + "'.",
                where);
  }

  // go-yaml reads YAML 1.1, which lacks the escape `\/` of JSON.
  void check_escapes(const YamlNode& node) {
    if (node.text.find('/') == std::string_view::npos) return;
    const std::string_view text = sources_.text(file_);
    std::size_t at = node.begin;
    while ((at = text.substr(0, node.end).find('\\', at)) != std::string_view::npos) {
      if (text[at + 1] == '/') {
        const auto begin = static_cast<std::uint32_t>(at);
        throw Error("yaml-syntax", "`\\/` is no escape in the YAML of Kubernetes: write `/`.",
                    sources_.add({file_, begin, begin + 2, Via::literal, 0, false}));
      }
      at += 2;
    }
  }

  // Text in brackets that begins with a colon, `{a: :b}`, is read only in YAML 1.2.
  bool restricts_brackets(const YamlNode& node) const {
    return node.style == YamlStyle::flow && options_.rules != YamlRules::yaml_1_2;
  }
  void check_in_brackets(const YamlNode& node) {
    if (!node.is_plain_scalar() || !node.text.starts_with(':')) return;
    throw Error("yaml-syntax",
                "Text in brackets cannot begin with `:` here: put it in quotes, '" +
                    std::string(node.text.substr(0, 40)) + "'.",
                add_origin(node, Via::literal, 0));
  }

  std::optional<Value> read_timestamp(std::string_view text) const {
    if (!options_.read_timestamp || plain_type(text, rules_) != PlainType::timestamp) return std::nullopt;
    return options_.read_timestamp(text);
  }

  // The dialect is asked first: `!unsafe` means something to Ansible only.
  Value apply_tag(std::string_view tag, Value content, OriginId where) {
    if (options_.read_tag) {
      if (auto value = options_.read_tag(tag, content.with_origin(where), where)) return *std::move(value);
    }
    // Kubernetes ignores unknown tags.
    if (rules_ == YamlRules::kubernetes) return content.with_origin(where);
    throw Error("unknown-tag", "The tag " + quote(tag_for_people(tag)) + " has no meaning here.", where);
  }

  // True when a collection's tag is the given core tag of YAML.
  static bool is_core(std::string_view tag, std::string_view name) {
    return tag.size() == core_prefix.size() + name.size() && tag.substr(0, core_prefix.size()) == core_prefix &&
           tag.substr(core_prefix.size()) == name;
  }

  Value load_sequence(const YamlNode& node, OriginId where) {
    const Depth depth = enter(where);
    List items;
    items.reserve(node.items.size());
    const bool is_restricted = restricts_brackets(node);
    for (const YamlNode* item : node.items) {
      if (is_restricted) check_in_brackets(*item);
      items.push_back(load(*item));
    }
    const std::string_view tag = node.tag();
    if (is_core(tag, "omap") && rules_ != YamlRules::kubernetes) {
      if (options_.read_tag) {
        if (auto value = options_.read_tag(tag, Value::list(items), where)) return *std::move(value);
      }
      return ordered_map(items, where);
    }
    Value list = Value::list(std::move(items));
    return tag.empty() || tag == "!" || is_core(tag, "seq") ? std::move(list) : apply_tag(tag, std::move(list), where);
  }

  // !!omap: a list of maps with one key each.
  Value ordered_map(const List& items, OriginId where) {
    Map result;
    for (const Value& item : items) {
      if (!item.is_map() || item.as_map().size() != 1) {
        throw Error("invalid-scalar", "Each item of an !!omap must be a map with one key.", where);
      }
      add_entry(result, item.as_map().entry(0).key, item.as_map().entry(0).value);
    }
    return Value::map(std::move(result));
  }

  // Keys are set before merged ones are looked at, so that a duplicate among the map's own keys is an error, and one in
  // `<<` is not.
  Value load_mapping(const YamlNode& node, OriginId where) {
    const Depth depth = enter(where);
    Map entries;
    if (node.pairs.size() > 1) entries.reserve(node.pairs.size());
    Value merged;  // the value of `<<`
    bool has_merged_here = false;
    const bool is_restricted = restricts_brackets(node);
    for (const YamlPair& pair : node.pairs) {
      if (is_restricted) {
        check_in_brackets(*pair.key);
        check_in_brackets(*pair.value);
      }
      if (options_.merge_keys && is_merge_key(*pair.key)) {
        if (rules_ == YamlRules::kubernetes) {
          merge_here(entries, load(*pair.value));
          has_merged_here = true;
          continue;
        }
        if (!merged.is_undefined()) fail_duplicate("<<", merged.origin(), add_origin(*pair.key, Via::literal, 0));
        merged = load(*pair.value);
      } else {
        Value key = load_key(*pair.key);
        Value value = load(*pair.value);
        if (has_merged_here) value = over(value, entries.find(key));
        add_entry(entries, std::move(key), std::move(value));
      }
    }
    if (!merged.is_undefined()) entries = merge(std::move(entries), merged);
    const std::string_view tag = node.tag();
    if (is_core(tag, "set") && rules_ != YamlRules::kubernetes) return as_set(entries);
    Value map = Value::map(std::move(entries));
    return tag.empty() || tag == "!" || is_core(tag, "map") ? std::move(map) : apply_tag(tag, std::move(map), where);
  }

  static Value as_set(const Map& entries) {
    Map members;
    for (const auto& [key, value] : entries) members.set(key, Value::null());
    return Value::set(std::move(members));
  }

  static bool is_merge_key(const YamlNode& key) {
    if (key.kind != YamlNode::Kind::scalar) return false;
    return key.tag().empty() ? key.style == YamlStyle::plain && key.text == "<<" : is_core(key.tag(), "merge");
  }

  // The usual map as a key is a template without quotes, `a: {{ b }}`.
  [[noreturn]] void fail_map_as_key(const Value& key) const {
    const Origin& origin = sources_.origin(key.origin());
    const std::size_t outer = origin.begin == 0 ? 0 : origin.begin - 1;
    if (origin.file == file_) {
      if (auto complaint = template_complaint(sources_.text(file_), outer)) {
        throw Error("unhashable-key", std::move(complaint->message), key.origin());
      }
    }
    throw Error("unhashable-key", "A map cannot be a key of a map. If it is text, put it in quotes.", key.origin());
  }

  // JSON has only text as keys: {1: a} is {"1": a} in Kubernetes. Null, lists and maps are refused.
  Value as_text_key(const Value& key) const {
    switch (key.kind()) {
      case Kind::string: return key;
      case Kind::boolean: return Value::string(key.as_boolean() ? "true" : "false").with_origin(key.origin());
      case Kind::integer: return Value::string(std::to_string(key.as_integer())).with_origin(key.origin());
      case Kind::real: return Value::string(real_text(key.as_real())).with_origin(key.origin());
      case Kind::map: fail_map_as_key(key);
      default: break;
    }
    throw Error("unhashable-key", "A " + std::string(kind_name(key.kind())) + " cannot be a key in JSON.",
                key.origin());
  }

  // The text of a key that would not be text as a value: a number that JSON cannot write, or the `=` of YAML 1.1.
  std::string_view text_of_key(const YamlNode& node) const {
    if (!node.is_plain_scalar() || node.properties != nullptr) return {};
    if (rules_ == YamlRules::kubernetes) return go_special_text(node.text);
    return rules_ == YamlRules::yaml_1_1 && node.text == "=" ? node.text : std::string_view();
  }

  Value load_key(const YamlNode& node) {
    const std::string_view text = text_of_key(node);
    if (text.empty()) return as_key(load(node));
    budget_.step();
    ++loaded_;
    return Value::string(text).with_origin(add_origin(node, Via::literal, 0));
  }

  // Python's rule: a tuple can be a key, a list cannot.
  Value as_key(Value key) {
    if (rules_ == YamlRules::kubernetes) return as_text_key(key);
    if (key.is_map()) fail_map_as_key(key);
    if (!key.is_list()) return key;
    if (!options_.sequence_keys) throw Error("unhashable-key", "A list cannot be a key of a map.", key.origin());
    List items;
    for (const Value& item : key.as_list()) {
      budget_.step();
      items.push_back(as_key(item));
    }
    return Value::tuple(std::move(items)).with_origin(key.origin());
  }

  [[noreturn]] static void fail_duplicate(std::string_view key, OriginId first, OriginId second) {
    Diagnostic diagnostic;
    diagnostic.code = "duplicate-key";
    diagnostic.message = "The key " + quote(key) + " appears twice in one map.";
    diagnostic.where = second;
    diagnostic.notes.push_back({"it appeared here before", first});
    throw Error(std::move(diagnostic));
  }

  // Detects a duplicate by the size, which saves a search for every key.
  void add_entry(Map& entries, Value key, Value value) {
    const std::size_t before = entries.size();
    const OriginId where = key.origin();
    entries.set(key, std::move(value));
    if (entries.size() != before || options_.last_duplicate_wins) return;
    const Value& first = entries.entry(*entries.position(key)).key;
    fail_duplicate(sources_.text_of(where), first.origin(), where);
  }

  // The maps that `<<` names, in order of precedence.
  List maps_to_merge(const Value& merged) {
    if (merged.is_map()) return {merged};
    const auto is_map = [](const Value& item) { return item.is_map(); };
    if (merged.is_list() && std::all_of(merged.as_list().begin(), merged.as_list().end(), is_map)) {
      List maps;
      for (const Value& map : merged.as_list()) maps.push_back(map);
      return maps;
    }
    throw Error("invalid-merge",
                "The merge key << needs a map or a list of maps, not " + with_article(kind_name(merged.kind())) + ".",
                merged.origin());
  }

  // YAML 1.1 puts merged keys before the map's own, as PyYAML does; 1.2 puts them after, as ruamel.yaml does. In both,
  // the map's own keys win, then the first map that `<<` names.
  Map merge(Map own, const Value& merged) {
    const List maps = maps_to_merge(merged);
    Map inherited;
    const auto inherit = [&](const Value& map, const Map::Entry& entry) {
      budget_.step();
      ++loaded_;
      inherited.set(entry.key, entry.value.with_origin(sources_.chain(entry.value.origin(), Via::merge, map.origin())));
    };
    if (rules_ == YamlRules::yaml_1_1) {
      // PyYAML puts the last map first, and each earlier one overrides it.
      for (auto map = maps.rbegin(); map != maps.rend(); ++map) {
        for (const Map::Entry& entry : map->as_map()) inherit(*map, entry);
      }
      for (const auto& [key, value] : own) inherited.set(key, over(value, inherited.find(key)));
      return inherited;
    }
    for (const Value& map : maps) {
      for (const Map::Entry& entry : map.as_map()) {
        if (!inherited.contains(entry.key)) inherit(map, entry);
      }
    }
    for (const auto& [key, value] : inherited) {
      if (Value* winner = own.find_for_edit(key)) {
        *winner = over(*winner, &value);
      } else {
        own.set(key, value);
      }
    }
    return own;
  }

  // go-yaml's merge: the members replace the keys before `<<`, and the keys behind it replace them. Of several maps the
  // first wins.
  void merge_here(Map& entries, const Value& merged) {
    const List maps = maps_to_merge(merged);
    for (auto map = maps.rbegin(); map != maps.rend(); ++map) {
      for (const Map::Entry& entry : map->as_map()) {
        budget_.step();
        ++loaded_;
        entries.set(entry.key,
                    entry.value.with_origin(sources_.chain(entry.value.origin(), Via::merge, map->origin())));
      }
    }
  }

  // A map's own value that overrides an inherited one has that as its previous origin.
  Value over(const Value& own, const Value* inherited) {
    if (inherited == nullptr || own.origin() == 0 || sources_.origin(own.origin()).previous != 0) return own;
    return own.with_origin(sources_.chain(own.origin(), Via::literal, inherited->origin(), true));
  }

  std::uint32_t file_;
  Sources& sources_;
  Budget& budget_;
  const YamlLoadOptions& options_;
  YamlRules rules_;
  std::vector<Anchored, CountingAllocator<Anchored>> anchored_;  // by anchor number
  std::uint64_t loaded_ = 0;                                     // nodes so far, including those that aliases stand for
  std::uint32_t deepest_ = 0;                                    // level reached since the innermost open anchor began
};

}  // namespace

Value load_yaml(const Document& document, Sources& sources, Budget& budget, const YamlLoadOptions& options) {
  return Loader(document, sources, budget, options).load(*document.root);
}

Value load_yaml(Sources& sources, std::uint32_t file, Budget& budget, const YamlLoadOptions& options) {
  return load_yaml(parse_yaml(sources, file, budget), sources, budget, options);
}

}  // namespace evalground
