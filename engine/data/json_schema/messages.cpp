// Values against compiled schemas: error messages.
//
// A document with thousands of errors makes thousands of texts, so an error is one text: both pointers, then the
// message, with their lengths beside it.
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

std::size_t digits_of(std::size_t number) {
  std::size_t count = 1;
  for (; number >= 10; number /= 10) ++count;
  return count;
}

// The facts needed to write a path as a JSON pointer.
struct PointerShape {
  std::size_t size = 0;
  bool has_escaped = false;
};

// Measured first, so that the text is allocated once.
PointerShape shape_of_pointer(const SchemaStep& way) {
  PointerShape shape;
  for (const auto* step = &way; step->before != nullptr; step = step->before) {
    if (step->index != SchemaStep::none) {
      shape.size += 1 + digits_of(step->index);
      continue;
    }
    const auto escaped = static_cast<std::size_t>(std::count_if(step->name.begin(), step->name.end(), is_escaped));
    shape.size += 1 + step->name.size() + escaped;
    shape.has_escaped |= escaped != 0;
  }
  return shape;
}

// Writes the pointer backwards from `end`, because paths are linked from their ends.
void write_pointer(char* end, const SchemaStep& way, bool has_escaped) {
  for (const auto* step = &way; step->before != nullptr; step = step->before) {
    if (step->index != SchemaStep::none) {
      std::size_t rest = step->index;
      do {
        *--end = static_cast<char>('0' + rest % 10);
        rest /= 10;
      } while (rest != 0);
    } else if (!has_escaped) {
      end -= step->name.size();
      step->name.copy(end, step->name.size());
    } else {
      for (auto c = step->name.rbegin(); c != step->name.rend(); ++c) {
        *--end = *c == '~' ? '0' : *c == '/' ? '1' : *c;
        if (is_escaped(*c)) *--end = '~';
      }
    }
    *--end = '/';
  }
}

void append_type_names(std::string& text, const Value& types) {
  if (!types.is_list()) return append_shown(text, types, false);
  for (const Value& name : types.as_list()) {
    if (&name != &types.as_list().front()) text += ", ";
    append_shown(text, name, false);
  }
}

}  // namespace

// A mark on a container covers all of it. Names are not hidden.
bool SchemaValidator::is_sensitive(const SchemaInstance& instance) {
  if (instance.is_name) return false;
  const SchemaInstance* one = &instance;
  while (one != nullptr && !one->value.sensitive()) one = one->whole;
  return one != nullptr;
}

// "('a', 'b' were unexpected)", cut off where it gets too long to read.
std::string SchemaValidator::unexpected(const std::vector<std::string>& extras) {
  std::string text = "(";
  for (std::size_t index = 0; index < extras.size() && text.size() <= longest_shown; ++index) {
    if (index != 0) text += ", ";
    text += extras[index];
  }
  if (text.size() > longest_shown) text += "…";
  return text + (extras.size() == 1 ? " was unexpected)" : " were unexpected)");
}

// Starts an error without its message, and returns the text to append the message to.
std::string& SchemaValidator::start_error(const SchemaInstance& instance, const SchemaStep* rule_way,
                                          std::string_view keyword, OriginId rule) {
  constexpr std::size_t usual_message = 64;
  const PointerShape value_pointer = shape_of_pointer(instance.step);
  const PointerShape rule_pointer = shape_of_pointer(*rule_way);
  const std::size_t size = value_pointer.size + rule_pointer.size;
  budget_.output(size);
  JsonSchemaError& error = errors_->emplace_back();
  error.instance_size = static_cast<std::uint32_t>(value_pointer.size);
  error.schema_size = static_cast<std::uint32_t>(rule_pointer.size);
  error.text.reserve(size + usual_message);
  error.text.resize(size);
  write_pointer(error.text.data() + value_pointer.size, instance.step, value_pointer.has_escaped);
  write_pointer(error.text.data() + size, *rule_way, rule_pointer.has_escaped);
  error.keyword = keyword;
  error.where = instance.value.origin();
  error.rule = rule;
  return error.text;
}

bool SchemaValidator::finish_error() {
  budget_.output(errors_->back().message().size());
  return false;
}

bool SchemaValidator::fail(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword,
                           OriginId rule, std::string_view message) {
  start_error(instance, rule_way, keyword, rule) += message;
  return finish_error();
}

bool SchemaValidator::fail_by_rule(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                   std::string_view message) {
  const SchemaStep step{way, rule.name};
  return fail(instance, &step, rule.name, rule.value->origin(), message);
}

// Uses the message of the keyword's row: after the value, unless the rule's value comes first.
bool SchemaValidator::fail_assertion(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  const SchemaStep step{way, rule.name};
  std::string& text = start_error(instance, &step, rule.name, rule.value->origin());
  if (!rule.entry->complaint.starts_with('@')) append_shown(text, instance.value, is_sensitive(instance));
  text += complaint(rule);
  return finish_error();
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

// The errors of the branches are kept below the error itself: any of them may be the one that the user meant.
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

// The message of a rule for every value that fails, built on the first failure.
std::string_view SchemaValidator::complaint(const SchemaRule& rule) {
  std::string& text = rule.complaint;
  if (!text.empty()) return text;
  const std::string_view words = rule.entry->complaint;
  const std::size_t place = words.find('@');
  text += words.substr(0, place);
  if (place == std::string_view::npos) return text;
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
  return fail(instance, &step, keyword, rule.value->origin(), message);
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
