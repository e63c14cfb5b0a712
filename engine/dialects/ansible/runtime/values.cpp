// Conversion of values and arguments for all families of the ansible flavor.
#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground::ansible {

Value plain_value(Evaluator& evaluator, const Value& value, WithUndefined undefined) {
  evaluator.note_sensitive(value);
  if (undefined == WithUndefined::fails) evaluator.require(value);
  const Depth depth = evaluator.context.budget.enter();
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple: {
      const List& items = value.as_list();
      for (std::size_t i = 0; i < items.size(); ++i) {
        evaluator.context.budget.step();
        Value plain = plain_value(evaluator, items[i], undefined);
        if (plain.same_as(items[i])) continue;
        // The first item that is not plain starts a copy of the list.
        List copy(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i));
        copy.push_back(std::move(plain));
        while (++i < items.size()) copy.push_back(plain_value(evaluator, items[i], undefined));
        return value.is_list() ? Value::list(std::move(copy)) : Value::tuple(std::move(copy));
      }
      return value;
    }
    case Kind::map: {
      const Map& entries = value.as_map();
      Value copy = value;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        evaluator.context.budget.step();
        Value plain = plain_value(evaluator, entries.entry(i).value, undefined);
        if (!plain.same_as(entries.entry(i).value)) copy.edit_map().value_at(i) = std::move(plain);
      }
      return copy;
    }
    case Kind::object: {
      TemplateObject* object = template_object(value);
      // Ansible does not treat ranges, views of dicts, functions and dates as plain data either. Filters that write
      // values have a form for dates, and reject the others.
      const bool is_lazy =
          object != nullptr && (object->type_name() == "range" || object->type_name().starts_with("dict_"));
      if (object == nullptr || is_lazy || object->shape() == Shape::none) return value;
      return plain_value(evaluator, object->resolve(evaluator.context), undefined);
    }
    default: return value;
  }
}

void allow_keywords(const FunctionCall& call, std::span<const std::string_view> names) {
  for (const Keyword& given : call.keywords) {
    if (std::find(names.begin(), names.end(), given.name) != names.end()) continue;
    const auto near = nearest_name(given.name, names);
    call.fail("The filter \"" + std::string(call.signature().name) + "\" got an unexpected keyword argument " +
              quote(given.name) + (near ? "; did you mean " + quote(*near) + "?" : "."));
  }
}

const Value* keyword(const FunctionCall& call, std::string_view name) {
  for (const Keyword& given : call.keywords) {
    if (given.name == name) return &given.value;
  }
  return nullptr;
}

}  // namespace evalground::ansible
