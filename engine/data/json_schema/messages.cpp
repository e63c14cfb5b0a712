// Values against compiled schemas: what is said of those that are not valid.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>

#include "data/json_schema/validator.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

bool is_escaped(char c) {
  return c == '~' || c == '/';
}

// A JSON pointer, written from its end, where the ways begin: measured first, then filled in.
class PointerWriter {
 public:
  void measure(std::string_view name, std::size_t index) {
    if (index != SchemaStep::none) return measure(std::to_string(index), SchemaStep::none);
    const auto escaped = static_cast<std::size_t>(std::count_if(name.begin(), name.end(), is_escaped));
    at_ += 1 + name.size() + escaped;
    has_escaped_ |= escaped != 0;
  }

  void start() { pointer_.assign(at_, '/'); }

  void prepend(std::string_view name, std::size_t index) {
    if (index != SchemaStep::none) return prepend(std::to_string(index), SchemaStep::none);
    if (!has_escaped_) {
      at_ -= name.size();
      name.copy(&pointer_[at_], name.size());
    } else {
      for (std::size_t left = name.size(); left != 0; --left) {
        const char c = name[left - 1];
        pointer_[--at_] = c == '~' ? '0' : c == '/' ? '1' : c;
        if (is_escaped(c)) pointer_[--at_] = '~';
      }
    }
    --at_;  // the slash is there
  }

  std::string take() { return std::move(pointer_); }

 private:
  std::string pointer_;
  std::size_t at_ = 0;
  bool has_escaped_ = false;
};

std::string pointer_to(const SchemaStep& way) {
  PointerWriter writer;
  for (const auto* step = &way; step->before != nullptr; step = step->before) writer.measure(step->name, step->index);
  writer.start();
  for (const auto* step = &way; step->before != nullptr; step = step->before) writer.prepend(step->name, step->index);
  return writer.take();
}

void append_type_names(std::string& text, const Value& types) {
  if (!types.is_list()) return append_shown(text, types, false);
  for (const Value& name : types.as_list()) {
    if (&name != &types.as_list().front()) text += ", ";
    append_shown(text, name, false);
  }
}

}  // namespace

// A mark on a container covers all of it; names are not hidden.
bool SchemaValidator::is_sensitive(const SchemaInstance& instance) {
  if (instance.is_name) return false;
  const SchemaInstance* one = &instance;
  while (one != nullptr && !one->value.sensitive()) one = one->whole;
  return one != nullptr;
}

std::string SchemaValidator::unexpected(const std::vector<std::string>& extras) {
  std::string text = "(";
  for (std::size_t index = 0; index < extras.size() && text.size() <= longest_shown; ++index) {
    if (index != 0) text += ", ";
    text += extras[index];
  }
  if (text.size() > longest_shown) text += "…";
  return text + (extras.size() == 1 ? " was unexpected)" : " were unexpected)");
}

bool SchemaValidator::fail(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword,
                           OriginId rule, std::string message) {
  JsonSchemaError& error = errors_->emplace_back();
  error.instance = pointer_to(instance.step);
  error.schema = pointer_to(*rule_way);
  error.keyword = keyword;
  error.message = std::move(message);
  error.where = instance.value.origin();
  error.rule = rule;
  budget_.output(error.instance.size() + error.schema.size() + error.message.size());
  return false;
}

bool SchemaValidator::fail_by_rule(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                   std::string message) {
  const SchemaStep step{way, rule.name};
  return fail(instance, &step, rule.name, rule.value->origin(), std::move(message));
}

bool SchemaValidator::fail_assertions(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way) {
  if (node.rejects_all) {
    return fail(instance, way, "", node.value->origin(), "False schema does not allow " + shown(instance));
  }
  for (const SchemaRule& rule : node.rules) {
    if ((rule.types & instance.types) == 0) {
      if (rule.keyword == Keyword::type) fail_assertion(rule, instance, way);
    } else if (rule.members) {
      check_members(*rule.members, instance, way, nullptr);
    } else if (!meets(&rule, &rule + 1, instance.types, instance.value)) {
      fail_assertion(rule, instance, way);
    }
  }
  return false;
}

bool SchemaValidator::fail_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                        const ActiveSchema& active, bool is_ambiguous) {
  if (is_ambiguous) {
    std::string schemas;
    for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
      if (!is_accepted(*rule.schemas[index], instance, nullptr, active)) continue;
      schemas += (schemas.empty() ? "" : ", ") + shown(rule.value->as_list()[index]);
    }
    return fail_by_rule(rule, instance, way, shown(instance) + " is valid under each of " + schemas);
  }
  std::vector<JsonSchemaError> branches;
  {
    const Quiet quiet(*this, &branches);
    budget_.step(rule.schemas.size());
    const SchemaStep all{way, rule.name};
    for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
      const SchemaStep one{&all, {}, index};
      check(*rule.schemas[index], instance, &one, nullptr, &active);
    }
  }
  fail_by_rule(rule, instance, way, shown(instance) + " is not valid under any of the given schemas");
  errors_->back().branches = std::move(branches);
  return false;
}

// The complaint of the keyword's row: behind the value, except where the rule's value comes first.
std::string SchemaValidator::complaint(const SchemaRule& rule, const SchemaInstance& instance) {
  std::string text;
  text.reserve(64);  // most are no longer
  const std::string_view words = rule.entry->complaint;
  const std::size_t place = std::min(words.find('@'), words.size());
  if (place != 0) append_shown(text, instance.value, is_sensitive(instance));
  text += words.substr(0, place);
  if (place == words.size()) return text;
  if (rule.keyword == Keyword::type) {
    append_type_names(text, *rule.value);
  } else {
    append_shown(text, *rule.value, false);
  }
  text += words.substr(place + 1);
  return text;
}

std::string SchemaValidator::too_many_items(const SchemaRule& rule, const SchemaInstance& instance) {
  const std::size_t count = item_count(instance.value);
  if (rule.keyword != Keyword::additional_items) {
    return "Expected at most " + std::to_string(rule.count) + (rule.count == 1 ? " item" : " items") + ", but found " +
           std::to_string(count);
  }
  std::vector<std::string> extras;
  for (std::size_t index = static_cast<std::size_t>(rule.count); index < count; ++index) {
    extras.push_back(shown_value(item_at(instance.value, index), is_sensitive(instance)));
    if (extras.size() * 2 > longest_shown) break;
  }
  return "Additional items are not allowed " + unexpected(extras);
}

bool SchemaValidator::fail_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                    std::uint64_t matches) {
  const SchemaStep step{way, rule.name};
  std::string_view keyword = rule.name;
  std::string message;
  if (matches > rule.most) {
    keyword = "maxContains";
    message = "Too many items match the given schema (expected at most " + std::to_string(rule.most) + ")";
  } else if (matches == 0) {
    message = shown(instance) + " does not contain items matching the given schema";
  } else {
    keyword = "minContains";
    message = "Too few items match the given schema (expected at least " + std::to_string(rule.least) + " but only " +
              std::to_string(matches) + " matched)";
  }
  return fail(instance, &step, keyword, rule.value->origin(), std::move(message));
}

void SchemaValidator::fail_endless(const SchemaNode& node) {
  throw Error("endless-schema", "The schema refers to itself without looking at another part of the value.",
              node.value == nullptr ? 0 : node.value->origin());
}

void SchemaValidator::fail_unresolved(const SchemaRule& reference) {
  throw Error("unresolved-reference",
              "The reference " + shown(*reference.value) + " leads to no schema that is known here.",
              reference.value->origin());
}

void SchemaValidator::fail_pattern(const SchemaPattern& pattern) {
  throw Error("invalid-pattern",
              "The pattern " + shown(pattern.text) + " is no regular expression: " + pattern.error + ".",
              pattern.origin);
}

}  // namespace evalground
