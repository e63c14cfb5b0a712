#include "dialects/unfurl/functions/python_values.hpp"

#include "runtime/python.hpp"

namespace evalground::unfurl {
namespace {

// A resource is passed by its key.
class Values final : public PythonValues {
 public:
  explicit Values(Evaluator& evaluator) : PythonValues(evaluator.context), evaluator_(evaluator) {}

 private:
  Value object_to_python(const Value& value) override {
    auto* resource = object_cast<Resource>(value);
    if (resource == nullptr) return to_python(value.as_object().resolve(context));
    Value result = form("resource", "key", Value::string(resource->key()));
    result.edit_map().set("name", Value::string(resource->name));
    return result;
  }

  Value form_from_python(std::string_view name, const Map& map) override {
    if (name != "resource") return {};
    return evaluator_.one(Value::string(python_text(map, "key")), Evaluator::scope_of(evaluator_.tree.root()));
  }

  Evaluator& evaluator_;
};

}  // namespace

Value to_python(Evaluator& evaluator, const Value& value, bool& is_sensitive) {
  Values values(evaluator);
  Value result = values.to_python(evaluator.plain(value));
  is_sensitive = is_sensitive || values.has_sent_sensitive();
  return result;
}

Value from_python(Evaluator& evaluator, const Value& value, bool is_sensitive) {
  return Values(evaluator).from_python(value, is_sensitive);
}

}  // namespace evalground::unfurl
