// Values and questions between the engine and Python functions of a document (wasm/python/bridge.py).
//
// JSON carries the values. What JSON lacks has a form, a map with the key "$":
//
//   {"$": "real", "text": "nan"}     {"$": "bytes", "base64": …}     {"$": "map", "items": [[key, value], …]}
//
// A map of the user that has the key "$" itself is sent as such a form as well, so nothing is mistaken for a form.
//
// While Python runs, it asks the engine (PythonQuestions): variables, attributes, files. An exception of the engine
// cannot pass through Python, so it is kept, Python is told that the evaluation has ended, and rethrow() throws it
// afterwards.
#include "runtime/python.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "runtime/sensitive.hpp"
#include "value/big_integer.hpp"

namespace evalground {
namespace {

constexpr std::string_view form_key = "$";

bool is_plain_key(const Map::Entry& entry) {
  return entry.key.is_string() && entry.key.as_string() != form_key;
}

// The place of a line, counted from 1, or of a part of it, in bytes.
// Lines are counted as Python counts them, with all three kinds of line breaks.
OriginId place_in(Context& context, std::string_view path, std::int64_t line, const Value* begin, const Value* end) {
  const auto file = context.files.source(path);
  if (!file || line < 1) return 0;
  const std::string_view text = context.sources.text(*file);
  std::size_t start = 0;
  for (; line > 1 && start < text.size(); --line) {
    start = text.find_first_of("\r\n", start);
    if (start == std::string_view::npos) return 0;
    start += text.substr(start, 2) == "\r\n" ? 2 : 1;
  }
  const std::string_view whole = text.substr(start, text.find_first_of("\r\n", start) - start);
  std::size_t from = whole.size() - trim_start(whole).size();
  std::size_t to = trim_end(whole).size();
  if (begin != nullptr && end != nullptr && begin->kind() == Kind::integer && end->kind() == Kind::integer &&
      begin->as_integer() >= 0 && begin->as_integer() < end->as_integer() &&
      static_cast<std::uint64_t>(end->as_integer()) <= whole.size()) {
    from = static_cast<std::size_t>(begin->as_integer());
    to = static_cast<std::size_t>(end->as_integer());
  }
  return context.sources.add({*file, static_cast<std::uint32_t>(start + from),
                              static_cast<std::uint32_t>(start + std::max(from, to)), Via::literal, 0, false});
}

}  // namespace

std::string_view python_text(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

// ---- Values on their way to Python

Value PythonValues::form(std::string_view name, std::string_view key, Value content) {
  return Value::map({{form_key, Value::string(name)}, {key, std::move(content)}});
}

// Whether anything sensitive was sent is remembered: then everything that comes back counts as sensitive.
Value PythonValues::to_python(const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  has_sent_sensitive_ = has_sent_sensitive_ || value.sensitive();
  switch (value.kind()) {
    case Kind::undefined: return Value::null();
    case Kind::null:
    case Kind::boolean:
    case Kind::integer:
    case Kind::string: return value;
    case Kind::real: {
      const double number = value.as_real();
      if (std::isfinite(number)) return value;
      return form("real", "text", Value::string(std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf"));
    }
    case Kind::bytes:
      return form("bytes", "base64",
                  Value::string(encode_base64(value.as_bytes(), Base64Alphabet::standard, Padding::present)));
    case Kind::tuple:
      if (keeps_tuples_) return form("tuple", "items", list_to_python(value.as_list()));
      return list_to_python(value.as_list());
    case Kind::list: return list_to_python(value.as_list());
    case Kind::set: {
      List items;
      for (const Map::Entry& entry : value.as_map()) items.push_back(to_python(entry.key));
      return Value::list(std::move(items));
    }
    case Kind::map: return map_to_python(value.as_map());
    case Kind::object: return object_cast<BigInteger>(value) != nullptr ? value : object_to_python(value);
  }
  return {};
}

Value PythonValues::list_to_python(const List& list) {
  List items;
  for (const Value& item : list) items.push_back(to_python(item));
  return Value::list(std::move(items));
}

Value PythonValues::map_to_python(const Map& map) {
  if (std::all_of(map.begin(), map.end(), is_plain_key)) {
    Map result;
    for (const auto& [key, item] : map) result.set(key, to_python(item));
    return Value::map(std::move(result));
  }
  List items;
  for (const auto& [key, item] : map) items.push_back(Value::list({to_python(key), to_python(item)}));
  return form("map", "items", Value::list(std::move(items)));
}

// ---- Values that Python returned

Value PythonValues::form_from_python(std::string_view, const Map&) {
  return {};
}

Value PythonValues::from_python(const Value& value, bool is_sensitive) {
  Value result = part_from_python(value, is_sensitive);
  return is_sensitive ? marked_sensitive(context, std::move(result)) : result;
}

Value PythonValues::part_from_python(const Value& value, bool is_sensitive) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(from_python(item, is_sensitive));
    return Value::list(std::move(items));
  }
  if (!value.is_map()) return value;
  const Map& map = value.as_map();
  if (map.contains(form_key)) return form_value(map, is_sensitive);
  Map result;
  for (const auto& [key, item] : map) result.set(key, from_python(item, is_sensitive));
  return Value::map(std::move(result));
}

Value PythonValues::form_value(const Map& map, bool is_sensitive) {
  const std::string_view name = python_text(map, form_key);
  if (name == "bytes") {
    return Value::bytes(decode_base64(python_text(map, "base64"), Base64Alphabet::standard, Padding::present).bytes);
  }
  if (name == "real") {
    const std::string_view text = python_text(map, "text");
    return Value::real(text == "nan" ? std::nan("") : text == "-inf" ? -HUGE_VAL : HUGE_VAL);
  }
  const Value* items = map.find("items");
  if (name == "tuple" && items != nullptr && items->is_list()) {
    List list;
    for (const Value& item : items->as_list()) list.push_back(from_python(item, is_sensitive));
    return Value::tuple(std::move(list));
  }
  if (name == "map" && items != nullptr && items->is_list()) {
    Map result;
    for (const Value& pair : items->as_list()) {
      const List& both = pair.as_list();
      if (both.size() != 2) continue;
      Value key = from_python(both[0], is_sensitive);
      result.set(std::move(key), from_python(both[1], is_sensitive));
    }
    return Value::map(std::move(result));
  }
  Value result = form_from_python(name, map);
  if (result.is_undefined()) context.fail(0, "python-failed", "Python gave no plain value.");
  return result;
}

// ---- Questions

namespace {

Value evaluation_ended() {
  return Value::map({{"error", Value::string("The evaluation has ended.")}, {"fatal", Value::boolean(true)}});
}

}  // namespace

// An Error is answered as an error, which the Python function may catch. Its number leads back to the diagnostic with
// its place, when Python lets it through.
Value PythonQuestions::answer(const Map& question) {
  if (limit_ || pending_ || failure_) return evaluation_ended();
  bool is_sensitive = false;
  try {
    const Value value = find(question, is_sensitive);
    return Value::map({{"value", value}, {"sensitive", Value::boolean(is_sensitive)}});
  } catch (const Error& error) {
    problems_.push_back(error.diagnostic);
    return Value::map({{"error", Value::string(error.what())},
                       {"number", Value::integer(static_cast<std::int64_t>(problems_.size()) - 1)}});
  } catch (const LimitError& error) {
    limit_.emplace(error);
  } catch (const Pending& pending) {
    pending_.emplace(pending);
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
  return evaluation_ended();
}

void PythonQuestions::rethrow() const {
  if (limit_) throw LimitError(*limit_);
  if (pending_) throw Pending(*pending_);
  if (failure_) throw Error("python-failed", "A question from Python failed: " + *failure_);
}

const Diagnostic* PythonQuestions::problem(const Value* number) const {
  if (number == nullptr || number->kind() != Kind::integer) return nullptr;
  const auto index = static_cast<std::uint64_t>(number->as_integer());
  return index < problems_.size() ? &problems_[static_cast<std::size_t>(index)] : nullptr;
}

// ---- Files and exceptions

Value python_file(const Context& context, std::string_view path) {
  const Files& files = context.files;
  std::string_view entry = path;  // a URL must not be normalised
  if (entry.starts_with(Files::mount) && entry.size() > Files::mount.size()) {
    entry.remove_prefix(Files::mount.size() + 1);
  }
  if (const Value* content = files.find(entry)) return *content;
  const auto name = Files::resolve(path);
  if (!name) return {};
  if (const Value* content = files.find(*name)) return *content;
  return files.is_directory(*name) ? Value::boolean(true) : Value();
}

// The innermost frame with a place in the workspace is the place of the problem, the outer ones become notes. Frames of
// the bridge and of libraries have no file here.
void place_python_exception(Context& context, const Map& exception, Diagnostic& diagnostic, OriginId where) {
  const Value* frames = exception.find("frames");
  if (frames != nullptr && frames->is_list()) {
    const List& list = frames->as_list();
    for (auto item = list.rbegin(); item != list.rend(); ++item) {
      const Map& frame = item->as_map();
      const Value* line = frame.find("line");
      if (line == nullptr || line->kind() != Kind::integer) continue;
      const OriginId place =
          place_in(context, python_text(frame, "path"), line->as_integer(), frame.find("begin"), frame.find("end"));
      if (diagnostic.where == 0) {
        diagnostic.where = place;
      } else {
        diagnostic.notes.push_back({"in Python function " + quote(python_text(frame, "in")), place});
      }
    }
  }
  if (diagnostic.where == 0) diagnostic.where = where;
}

Diagnostic python_exception(Context& context, const Map& exception, std::string_view what, bool is_sensitive,
                            OriginId where) {
  Diagnostic diagnostic;
  diagnostic.code = "python-exception";
  diagnostic.message = std::string(what) + " raised ";
  diagnostic.message += python_text(exception, "type");
  const std::string_view message = trim_end(python_text(exception, "message"));
  if (is_sensitive) {
    diagnostic.message += "; its message may show something secret and is left out";
  } else if (!message.empty()) {
    diagnostic.message.append(": ").append(message);
  }
  if (!diagnostic.message.ends_with('.')) diagnostic.message += '.';
  place_python_exception(context, exception, diagnostic, where);
  return diagnostic;
}

}  // namespace evalground
