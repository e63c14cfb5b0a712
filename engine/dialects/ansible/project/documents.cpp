#include "dialects/ansible/project/documents.hpp"

#include "base/crypto/vault.hpp"
#include "base/indexed.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/vault_text.hpp"
#include "value/json.hpp"

namespace evalground::ansible {
namespace {

// The value of a decrypted document. All parts get the place of the vault, because places in the decrypted text mean
// nothing to the user. `top`: the map of variable names, which itself is not secret.
Value decrypted(const Value& value, OriginId where, Context& context, bool top = true) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(decrypted(item, where, context, false));
    return Value::list(std::move(items)).with_origin(where).with_sensitive(context.options.mask_vaults);
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) {
      entries.set(key.with_origin(where), decrypted(item, where, context, false));
    }
    return Value::map(std::move(entries)).with_origin(where).with_sensitive(context.options.mask_vaults && !top);
  }
  return value.with_origin(where).with_sensitive(context.options.mask_vaults);
}

}  // namespace

Value as_unsafe(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (value.is_string()) {
    Value text = value.with_verbatim();
    // Since data tagging (2.19) text from outside is never parsed as a literal.
    if (!evaluator.options.behavior.carries_failures) evaluator.note_unsafe(text);
    return text;
  }
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(as_unsafe(evaluator, item));
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, as_unsafe(evaluator, item));
    return Value::map(std::move(entries)).with_origin(value.origin());
  }
  return value;
}

Documents::Documents(Evaluator& evaluator) : evaluator_(evaluator) {
  const Value* skips = evaluator.context.workspace.options.find("skip_missing");
  skips_missing_ = skips != nullptr && skips->kind() == Kind::boolean && skips->as_boolean();
  const Map& files = evaluator.context.workspace.files;
  folders_[""];
  for (const auto& [key, content] : files) {
    const std::string_view name = key.as_string();
    if (is_url(name)) continue;
    evaluator.context.budget.step(4);
    append_indexed(
        names_, [&](std::size_t number) { numbers_.emplace(name, number); }, name);
    // Register each part of the path in its parent folder.
    bool is_below = false;
    for (std::string_view part = name;;) {
      const std::string_view folder = directory_name(part);
      const bool is_new = folders_[std::string(folder)].emplace(base_name(part), is_below).second;
      if (folder.empty() || !is_new) break;
      is_below = true;
      part = folder;
    }
  }
}

std::optional<std::string_view> Documents::file(std::string_view path) const {
  const auto found = numbers_.find(path);
  return found == numbers_.end() ? std::nullopt : std::optional(names_[found->second]);
}

std::vector<Documents::Entry> Documents::entries(std::string_view folder) const {
  std::vector<Entry> entries;
  const auto found = folders_.find(std::string(folder));
  if (found == folders_.end()) return entries;
  for (const auto& [name, is_folder] : found->second) entries.push_back({name, is_folder});
  return entries;
}

bool Documents::looks_like_json(std::string_view text) {
  const std::string_view trimmed = trim_start(text);
  return trimmed.starts_with('{') || trimmed.starts_with('[');
}

const Value& Documents::read(std::string_view file) {
  const auto known = values_.find(file);
  if (known != values_.end()) return known->second;
  return values_.emplace(file, parse(file)).first->second;
}

const Value& Documents::read_or_skip(std::string_view file) {
  const auto known = values_.find(file);
  if (known != values_.end() || !skips_missing_) return known != values_.end() ? known->second : read(file);
  Value value = recover([&] { return parse(file); },
                        [&](const Error& error) {
                          Diagnostic skipped = error.diagnostic;
                          skipped.severity = Severity::warning;
                          evaluator_.context.report(std::move(skipped));
                          return Value::null();
                        });
  return values_.emplace(file, std::move(value)).first->second;
}

Value Documents::parse(std::string_view file) {
  Context& context = evaluator_.context;
  const std::optional<std::uint32_t> source = context.files.source(file);
  if (!source) context.fail(0, "binary-file", "The file " + quote(file) + " is binary; it must be text.");
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  options.sequence_keys = false;
  options.read_tag = [&](std::string_view tag, const Value& content, OriginId where) -> std::optional<Value> {
    if (tag == "!unsafe") return as_unsafe(evaluator_, content);
    if (tag != "!vault" && tag != "!vault-encrypted") return std::nullopt;
    if (!content.is_string()) context.fail(where, "invalid-vault", "The tag \"!vault\" must hold text.");
    return Value::object(make_ref<VaultText>(std::string(content.as_string()), where));
  };
  options.read_timestamp = [&](std::string_view plain) { return read_yaml_timestamp(evaluator_, plain); };
  const std::string_view text = context.sources.text(*source);
  const OriginId whole =
      context.sources.add({*source, 0, static_cast<std::uint32_t>(text.size()), Via::file, 0, false});
  if (is_vault_text(text)) {
    const std::string plain = open_vault(context, text, "the file " + quote(file), whole);
    // Its places are in a decrypted text that is never shown.
    Sources hidden;
    const Value value = recover(
        [&] {
          // Objects of tags keep their place, so it must be in the sources of the evaluation.
          return load_yaml(hidden, hidden.add_file(std::string(file), plain), context.budget,
                           {.rules = YamlRules::yaml_1_1,
                            .last_duplicate_wins = true,
                            .sequence_keys = false,
                            .read_tag = [&](std::string_view tag, const Value& content,
                                            OriginId) { return options.read_tag(tag, content, whole); },
                            .read_timestamp = options.read_timestamp});
        },
        [&](const Error& error) -> Value {
          const std::string problem = "The decrypted text of " + quote(file) + " is not valid YAML";
          context.fail(whole, error.diagnostic.code,
                       problem + (context.options.mask_vaults ? "." : ": " + error.diagnostic.message));
        });
    if (context.options.mask_vaults) evaluator_.watch_sensitive();
    return decrypted(value, whole, context);
  }
  if (looks_like_json(text)) {
    const bool is_json =
        recover([&] { return parse_json(text, context.budget), true; }, [](const Error&) { return false; });
    // Numbers such as 1e3 are parsed as in JSON.
    if (is_json) options.rules = YamlRules::yaml_1_2;
  }
  return load_yaml(context.sources, *source, context.budget, options);
}

}  // namespace evalground::ansible
