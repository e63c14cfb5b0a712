// JSON Schema as a module of its own, for json_schema.mjs: no dialect of the shipped one offers it bare.
#include <emscripten/bind.h>
#include <memory>
#include <string>

#include "data/json_schema/json_schema.hpp"
#include "value/json.hpp"

namespace {

using namespace evalground;

constexpr Limits wide = {.steps = ~0ULL >> 1, .output = ~0ULL >> 1};

// One schema, and the instances that it is to judge.
class Validation {
 public:
  Validation(const std::string& schema, const std::string& instances) : schemas_(regexes_) {
    Budget budget(wide);
    schema_ = schemas_.compile(parse_json(schema, budget), {}, budget);
    instances_ = parse_json(instances, budget);
  }

  int accepted() const {
    Budget budget(wide);
    int count = 0;
    for (const Value& instance : instances_.as_list()) count += schema_->accepts(instance, budget) ? 1 : 0;
    return count;
  }

  int errors() const {
    Budget budget(wide);
    std::size_t count = 0;
    for (const Value& instance : instances_.as_list()) count += schema_->errors(instance, budget).size();
    return static_cast<int>(count);
  }

 private:
  RegexCache regexes_;
  JsonSchemas schemas_;
  Ref<const JsonSchema> schema_;
  Value instances_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(json_schema_bench) {
  emscripten::class_<Validation>("Validation")
      .constructor<std::string, std::string>()
      .function("accepted", &Validation::accepted)
      .function("errors", &Validation::errors);
}
