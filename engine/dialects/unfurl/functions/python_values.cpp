#include "dialects/unfurl/functions/python_values.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/encoding.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/sensitive.hpp"
#include "value/big_integer.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view form_key = "$";

Value form(std::string_view name, std::string_view key, Value content) {
  return Value::map({{form_key, Value::string(name)}, {key, std::move(content)}});
}

bool is_plain_key(const Map::Entry& entry) {
  return entry.key.is_string() && entry.key.as_string() != form_key;
}

class ToPython {
 public:
  ToPython(Evaluator& evaluator, bool& is_sensitive) : evaluator_(evaluator), is_sensitive_(is_sensitive) {}

  Value convert(const Value& value) {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    is_sensitive_ = is_sensitive_ || value.sensitive();
    switch (value.kind()) {
      case Kind::undefined: return Value::null();
      case Kind::null:
      case Kind::boolean:
      case Kind::integer:
      case Kind::string: return value;
      case Kind::real: return convert_real(value);
      case Kind::bytes:
        return form("bytes", "base64",
                    Value::string(encode_base64(value.as_bytes(), Base64Alphabet::standard, Padding::present)));
      case Kind::list:
      case Kind::tuple: return convert_list(value.as_list());
      case Kind::set: {
        List items;
        for (const Map::Entry& entry : value.as_map()) items.push_back(convert(entry.key));
        return Value::list(std::move(items));
      }
      case Kind::map: return convert_map(value.as_map());
      case Kind::object: return convert_object(value);
    }
    return {};
  }

 private:
  static Value convert_real(const Value& value) {
    const double number = value.as_real();
    if (std::isfinite(number)) return value;
    return form("real", "text", Value::string(std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf"));
  }

  Value convert_list(const List& list) {
    List items;
    for (const Value& item : list) items.push_back(convert(item));
    return Value::list(std::move(items));
  }

  Value convert_map(const Map& map) {
    if (std::all_of(map.begin(), map.end(), is_plain_key)) {
      Map result;
      for (const auto& [key, item] : map) result.set(key, convert(item));
      return Value::map(std::move(result));
    }
    List items;
    for (const auto& [key, item] : map) items.push_back(Value::list({convert(key), convert(item)}));
    return form("map", "items", Value::list(std::move(items)));
  }

  Value convert_object(const Value& value) {
    if (auto* resource = object_cast<Resource>(value)) {
      Value result = form("resource", "key", Value::string(resource->key()));
      result.edit_map().set("name", Value::string(resource->name));
      return result;
    }
    if (object_cast<BigInteger>(value) != nullptr) return value;
    return convert(value.as_object().resolve(evaluator_.context));
  }

  Evaluator& evaluator_;
  bool& is_sensitive_;
};

class FromPython {
 public:
  FromPython(Evaluator& evaluator, bool is_sensitive) : evaluator_(evaluator), is_sensitive_(is_sensitive) {}

  Value convert(const Value& value) {
    Value result = converted(value);
    return is_sensitive_ ? marked_sensitive(evaluator_.context, std::move(result)) : result;
  }

 private:
  Value converted(const Value& value) {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    if (value.is_list()) {
      List items;
      for (const Value& item : value.as_list()) items.push_back(convert(item));
      return Value::list(std::move(items));
    }
    if (!value.is_map()) return value;
    const Map& map = value.as_map();
    if (map.contains(form_key)) return converted_form(map);
    Map result;
    for (const auto& [key, item] : map) result.set(key, convert(item));
    return Value::map(std::move(result));
  }

  Value converted_form(const Map& map) {
    const std::string_view name = text_field(map, form_key);
    if (name == "resource") {
      return evaluator_.one(Value::string(text_field(map, "key")), Evaluator::scope_of(evaluator_.tree.root()));
    }
    if (name == "bytes") {
      return Value::bytes(decode_base64(text_field(map, "base64"), Base64Alphabet::standard, Padding::present).bytes);
    }
    if (name == "real") {
      const std::string_view text = text_field(map, "text");
      return Value::real(text == "nan" ? std::nan("") : text == "-inf" ? -HUGE_VAL : HUGE_VAL);
    }
    Map result;
    const Value* items = map.find("items");
    if (name != "map" || items == nullptr) evaluator_.context.fail(0, "python-failed", "Python gave no plain value.");
    for (const Value& pair : items->as_list()) {
      const List& both = pair.as_list();
      if (both.size() != 2) continue;
      Value key = convert(both[0]);
      result.set(std::move(key), convert(both[1]));
    }
    return Value::map(std::move(result));
  }

  Evaluator& evaluator_;
  const bool is_sensitive_;
};

}  // namespace

Value to_python(Evaluator& evaluator, const Value& value, bool& is_sensitive) {
  return ToPython(evaluator, is_sensitive).convert(evaluator.plain(value));
}

Value from_python(Evaluator& evaluator, const Value& value, bool is_sensitive) {
  return FromPython(evaluator, is_sensitive).convert(value);
}

}  // namespace evalground::unfurl
