#include "secrets/find.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "data/yaml/schema.hpp"
#include "secrets/declared.hpp"
#include "secrets/suspicion.hpp"
#include "secrets/trees.hpp"

namespace evalground {
namespace {

// Keys of a workspace that hold no value of the user's, or are withheld.
constexpr std::string_view other_keys[] = {"dialect", "operation", "secrets", "limits", "clock", "seed", "files"};
// Names and values as lists of maps have them: `- {name: DB_PASSWORD, value: hunter2}`.
constexpr std::string_view value_keys[] = {"value", "default"};
// The files whose values may stand without quotes behind a `=`.
constexpr std::string_view plain_endings[] = {".ini",        ".cfg",  ".conf", ".env",
                                              ".properties", ".toml", "hosts", "inventory"};

template <class Words>
bool is_one_of(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Whether a scalar is a text or number that could be a secret.
bool could_be_secret(const YamlNode& scalar) {
  if (scalar.tag().find("vault") != std::string_view::npos || is_reference(scalar.text)) return false;
  if (!scalar.is_plain_scalar()) return true;
  const PlainType type = plain_type(scalar.text, YamlRules::yaml_1_1);
  return type == PlainType::text || type == PlainType::integer || type == PlainType::real;
}

class Search {
 public:
  explicit Search(const Map& workspace) : declared_(workspace), budget_(generous_budget()) {}

  // A text, with the literals that a run found to be secret.
  void text(std::string_view text, const std::vector<SecretMark>& marks) {
    text_ = text;
    ++text_number_;
    ++found.files;
    const std::size_t first = found.findings.size();
    for (SecretLiteral& literal : declared_.scalars_in(text)) {
      if (!is_reference(text.substr(literal.begin, literal.end - literal.begin)))
        add(literal.begin, literal.end, SecretReason::declared, literal.name);
    }
    add_marked(marks);
    for (const ShapedSecret& shaped : shapes_.in(text, budget_)) {
      add(shaped.begin, shaped.end, SecretReason::shape, {});
      found.findings.back().what = shaped.what;
    }
    const std::size_t before = found.findings.size();
    if (!each_document(text, [&](const YamlNode& root) { tree(root); })) found.findings.resize(before);
    if (found.findings.size() == before) assignments(text);
    keep_separate(first);
  }

  // A value of a key of the workspace, with the name that it has.
  void value(const Value& value, std::string_view name) {
    const Depth depth = budget_.enter();
    budget_.step();
    ++text_number_;
    if (value.is_map()) {
      for (const auto& [key, item] : value.as_map()) {
        path.push_back(key);
        this->value(item, key.is_string() ? key.as_string() : std::string_view());
        path.pop_back();
      }
    } else if (value.is_list()) {
      for (std::size_t at = 0; at < value.as_list().size(); ++at) {
        path.push_back(Value::integer(static_cast<std::int64_t>(at)));
        this->value(value.as_list()[at], name);
        path.pop_back();
      }
    } else if (value.is_string()) {
      const std::string_view text = value.as_string();
      if (names_secret(name)) {
        if (!is_reference(text)) add(0, static_cast<std::uint32_t>(text.size()), SecretReason::name, std::string(name));
        return;
      }
      for (const ShapedSecret& shaped : shapes_.in(text, budget_)) {
        add(shaped.begin, shaped.end, SecretReason::shape, std::string(name));
        found.findings.back().what = shaped.what;
      }
    } else if (names_secret(name) && value.kind() == Kind::integer && value.as_integer() > 1) {
      add(0, 0, SecretReason::name, std::string(name));
    }
  }

  std::vector<Value> path;
  SecretSearch found;

 private:
  void add(std::size_t begin, std::size_t end, SecretReason reason, std::string name) {
    found.findings.push_back({path,
                              text_number_,
                              static_cast<std::uint32_t>(begin),
                              static_cast<std::uint32_t>(end),
                              reason,
                              std::move(name),
                              {}});
  }

  void add(const YamlNode& value, SecretReason reason, std::string_view name) {
    each_scalar(value, [&](const YamlNode& scalar) {
      if (could_be_secret(scalar)) add(content_begin(scalar, text_), scalar.end, reason, std::string(name));
    });
  }

  // One walk converts all places to bytes.
  void add_marked(const std::vector<SecretMark>& marks) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
    for (const SecretMark& mark : marks) {
      const bool is_here = path.back().is_string() && path.back().as_string() == mark.file && mark.from < mark.to;
      if (is_here) places.emplace_back(mark.from, mark.to);
    }
    std::sort(places.begin(), places.end());
    std::size_t at = 0;
    std::uint64_t units = 0;
    const auto byte_of = [&](std::uint64_t wanted) {
      while (at < text_.size() && units < wanted) {
        const CodePoint point = decode_code_point(text_, at);
        at += point.size;
        units += point.value > 0xFFFF ? 2 : 1;
      }
      return at;
    };
    std::uint64_t last = 0;
    for (const auto& [from, to] : places) {
      if (from < last) continue;  // overlaps the one before
      last = to;
      const std::size_t begin = byte_of(from);
      const std::size_t end = byte_of(to);
      if (!is_reference(text_.substr(begin, end - begin))) add(begin, end, SecretReason::declared, {});
    }
  }

  void tree(const YamlNode& root) {
    each_map(root, [&](const YamlNode& map) {
      secret_object(map);
      const YamlNode* name = child(map, "name");
      const YamlNode* given = child(map, "value");
      if (given != nullptr && name != nullptr && name->kind == YamlNode::Kind::scalar && names_secret(name->text))
        add_plain(*given, name->text);
      for (const YamlPair& pair : map.pairs) entry(key_of(pair), *pair.value);
    });
  }

  void entry(std::string_view key, const YamlNode& value) {
    if (!names_secret(key)) return;
    add_plain(value, key);
    for (const std::string_view part : value_keys) {
      if (const YamlNode* given = child(value, part)) add_plain(*given, key);
    }
  }

  // A scalar, or the scalars of a list; what lies in maps has names of its own.
  void add_plain(const YamlNode& value, std::string_view name) {
    if (value.kind == YamlNode::Kind::scalar) return add(value, SecretReason::name, name);
    if (value.kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* item : value.items) {
      if (item->kind == YamlNode::Kind::scalar) add(*item, SecretReason::name, name);
    }
  }

  // What Kubernetes' own kind of objects for secrets holds.
  void secret_object(const YamlNode& object) {
    const YamlNode* kind = child(object, "kind");
    if (kind == nullptr || kind->kind != YamlNode::Kind::scalar || kind->text != "Secret") return;
    for (const std::string_view part : {"data", "stringData"}) {
      const YamlNode* data = child(object, part);
      if (data == nullptr || data->kind != YamlNode::Kind::mapping) continue;
      for (const YamlPair& pair : data->pairs) add(*pair.value, SecretReason::declared, key_of(pair));
    }
  }

  // Texts that are no YAML: `name = value`, `"name" string => "value"`, `name: "value"`.
  void assignments(std::string_view text) {
    const bool takes_plain =
        path.empty() || std::any_of(std::begin(plain_endings), std::end(plain_endings), [&](std::string_view end) {
          return path.back().is_string() && path.back().as_string().ends_with(end);
        });
    RegexMatch match;
    const RegexSubject subject(text);
    if (subject.valid_text().data() != text.data()) return;
    for (std::size_t from = 0; assignment_->find(subject, from, RegexAnchor::none, match, budget_);) {
      from = std::max(match.end(), from + 1);
      const bool is_plain = match[4].is_set();
      const RegexRange& range = match[is_plain ? 4 : match[3].is_set() ? 3 : 2];
      if ((is_plain && !takes_plain) || !names_secret(match.text(1))) continue;
      if (is_reference(text.substr(range.begin, range.end - range.begin))) continue;
      add(range.begin, range.end, SecretReason::name, std::string(match.text(1)));
    }
  }

  // Sorts what was found in one text, and keeps of two that overlap the better founded one.
  void keep_separate(std::size_t first) {
    auto& all = found.findings;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(begin, all.end(), [](const SecretFinding& one, const SecretFinding& other) {
      return one.begin != other.begin ? one.begin < other.begin : one.reason < other.reason;
    });
    std::vector<SecretFinding> kept;
    for (auto each = begin; each != all.end(); ++each) {
      if (kept.empty() || kept.back().end <= each->begin) {
        kept.push_back(std::move(*each));
      } else if (each->reason < kept.back().reason) {
        kept.back() = std::move(*each);
      }
    }
    all.resize(first);
    std::move(kept.begin(), kept.end(), std::back_inserter(all));
  }

  std::string_view text_;
  std::uint32_t text_number_ = 0;
  DeclaredSecrets declared_;
  Shapes shapes_;
  Ref<const Regex> assignment_ =
      Regex::compile(RegexSyntax::python,
                     "([A-Za-z_][\\w.-]{0,200})[\"']?[ \\t]*(?:string[ \\t]*)?(?:=>|[:=])[ \\t]*"
                     "(?:\"([^\"\\n]+)\"|'([^'\\n]+)'|([^\\s\"'{}()\\[\\]<>,;|=:#$@][^\\s\"'{}()\\[\\],;|]*)(?=\\s|$))")
          .regex;
  Budget budget_;
};

}  // namespace

SecretSearch find_secrets(const Map& workspace, const std::vector<SecretMark>& marks) {
  Search search(workspace);
  const Value* files = workspace.find("files");
  const Value* main = workspace.find("main");
  const bool has_files = files != nullptr && files->is_map();
  if (main != nullptr && main->is_string() && !(has_files && files->as_map().contains(*main))) {
    search.path = {Value::string("main")};
    search.text(main->as_string(), marks);
  }
  if (has_files) {
    for (const auto& [name, content] : files->as_map()) {
      if (!content.is_string()) continue;
      search.path = {Value::string("files"), name};
      search.text(content.as_string(), marks);
    }
  }
  for (const auto& [key, value] : workspace) {
    if (!key.is_string() || key.as_string() == "main" || is_one_of(key.as_string(), other_keys)) continue;
    search.path = {key};
    search.value(value, {});
  }
  return std::move(search.found);
}

const Value* value_at(const Map& workspace, const std::vector<Value>& path) {
  const Value* found = path.empty() ? nullptr : workspace.find(path.front());
  for (std::size_t at = 1; at < path.size() && found != nullptr; ++at) {
    const Value& step = path[at];
    if (found->is_map()) {
      found = found->as_map().find(step);
    } else if (found->is_list() && step.kind() == Kind::integer) {
      const auto index = static_cast<std::size_t>(step.as_integer());
      found = index < found->as_list().size() ? &found->as_list()[index] : nullptr;
    } else {
      return nullptr;
    }
  }
  return found;
}

}  // namespace evalground
