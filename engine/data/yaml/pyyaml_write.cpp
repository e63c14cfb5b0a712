// YAML in the form of PyYAML's dump(), by libyaml's emitter: folding, quotes and indentation are its work. This file
// does what PyYAML's representer does before, choosing tags, texts and styles.
#include "data/yaml/pyyaml_write.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <numeric>
#include <string_view>
#include <vector>
#include <yaml.h>

#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/schema.hpp"
#include "data/yaml/write.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

// A scalar in the form of PyYAML's representer: its type's tag and its text.
struct Scalar {
  const char* tag;
  std::string text;
};

constexpr const char* string_tag = "tag:yaml.org,2002:str";
constexpr const char* binary_tag = "tag:yaml.org,2002:binary";

bool is_sequence(const Value& value) {
  return value.kind() == Kind::list || value.kind() == Kind::tuple;
}

bool is_mapping(const Value& value) {
  return value.is_map() || value.kind() == Kind::set;
}

// The tag that YAML 1.1 gives to plain text.
// Text is quoted where YAML 1.1 would read it as something else: the emitter compares this tag with the wanted one.
std::string_view plain_tag(std::string_view text) {
  if (text == "=") return "tag:yaml.org,2002:value";
  switch (plain_type(text, YamlRules::yaml_1_1)) {
    case PlainType::text: return string_tag;
    case PlainType::null: return "tag:yaml.org,2002:null";
    case PlainType::boolean: return "tag:yaml.org,2002:bool";
    case PlainType::integer: return "tag:yaml.org,2002:int";
    case PlainType::real: return "tag:yaml.org,2002:float";
    case PlainType::timestamp: return "tag:yaml.org,2002:timestamp";
    case PlainType::merge: return "tag:yaml.org,2002:merge";
  }
  return string_tag;
}

// The text with U+FFFD for each invalid byte, because the emitter refuses invalid UTF-8.
std::string valid_text(std::string_view text) {
  if (!find_invalid_utf8(text)) return std::string(text);
  std::string valid;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    append_code_point(valid, point.value);
    at += point.size;
  }
  return valid;
}

// Base64 in lines of 76 characters, as in Python's base64.encodebytes().
std::string binary_text(std::string_view bytes) {
  const std::string digits = encode_base64(bytes, Base64Alphabet::standard, Padding::present);
  std::string lines;
  for (std::size_t at = 0; at < digits.size(); at += 76) lines.append(digits, at, 76).append("\n");
  return lines;
}

class Emitter {
 public:
  Emitter(Budget& budget, const PyYamlStyle& style) : budget_(budget), style_(style) {
    if (yaml_emitter_initialize(&emitter_) == 0) throw std::bad_alloc();
    yaml_emitter_set_output(&emitter_, write_output, this);
    yaml_emitter_set_unicode(&emitter_, 1);
    yaml_emitter_set_indent(&emitter_, clamp(style.indent));
    yaml_emitter_set_width(&emitter_, clamp(style.width));
  }
  ~Emitter() { yaml_emitter_delete(&emitter_); }
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  std::string write(const Value& value) {
    emit(yaml_stream_start_event_initialize(&event_, YAML_UTF8_ENCODING));
    emit(yaml_document_start_event_initialize(&event_, nullptr, nullptr, nullptr, style_.explicit_start ? 0 : 1));
    add(value);
    emit(yaml_document_end_event_initialize(&event_, style_.explicit_end ? 0 : 1));
    emit(yaml_stream_end_event_initialize(&event_));
    return std::move(text_);
  }

 private:
  static int clamp(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, -1, std::numeric_limits<int>::max()));
  }

  // Called from C, so no exception may leave it.
  static int write_output(void* data, unsigned char* bytes, std::size_t size) noexcept {
    Emitter& emitter = *static_cast<Emitter*>(data);
    try {
      emitter.budget_.output(size);
      emitter.text_.append(reinterpret_cast<const char*>(bytes), size);
      return 1;
    } catch (...) {
      emitter.failure_ = std::current_exception();
      return 0;
    }
  }

  // `was_made` is what the event's initialization returned, 0 without memory. An exception of write_output() continues
  // here.
  void emit(int was_made) {
    budget_.step();
    if (was_made == 0) throw std::bad_alloc();
    if (yaml_emitter_emit(&emitter_, &event_) != 0) return;
    if (failure_) std::rethrow_exception(failure_);
    if (emitter_.error == YAML_MEMORY_ERROR || emitter_.error == YAML_NO_ERROR) throw std::bad_alloc();
    throw Error("yaml-unwritable", "The value cannot be written as YAML: " + std::string(emitter_.problem) + ".");
  }

  // An object is written by the text that the caller has for it, with the tag that YAML gives to this text.
  Scalar scalar_of(const Value& value) const {
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::null: return {"tag:yaml.org,2002:null", "null"};
      case Kind::boolean: return {"tag:yaml.org,2002:bool", value.as_boolean() ? "true" : "false"};
      case Kind::integer: return {"tag:yaml.org,2002:int", std::to_string(value.as_integer())};
      case Kind::real: return {"tag:yaml.org,2002:float", yaml_real_text(value.as_real())};
      case Kind::bytes: return {binary_tag, binary_text(value.as_bytes())};
      case Kind::string: return {string_tag, valid_text(value.as_string())};
      default: break;
    }
    if (is_integer(value)) return {"tag:yaml.org,2002:int", value.as_object().python_repr()};
    std::optional<std::string> text = style_.object_text ? style_.object_text(value) : std::nullopt;
    if (!text) {
      throw Error("yaml-unwritable",
                  "A " + std::string(value.as_object().type_name()) + " cannot be written as YAML here.",
                  value.origin());
    }
    return {plain_tag(*text).data(), std::move(*text)};
  }

  // Bytes are always in literal style, whatever style is wanted.
  yaml_scalar_style_t scalar_style(const char* tag) const {
    switch (std::string_view(tag) == binary_tag ? '|' : style_.default_style) {
      case '\'': return YAML_SINGLE_QUOTED_SCALAR_STYLE;
      case '"': return YAML_DOUBLE_QUOTED_SCALAR_STYLE;
      case '|': return YAML_LITERAL_SCALAR_STYLE;
      case '>': return YAML_FOLDED_SCALAR_STYLE;
      default: return YAML_PLAIN_SCALAR_STYLE;
    }
  }

  // True for a scalar without an explicit style. default_flow_style=None depends on it.
  bool is_unstyled_scalar(const Value& value) const {
    return !is_sequence(value) && !is_mapping(value) && value.kind() != Kind::bytes && style_.default_style == 0;
  }

  // With default_flow_style=None, a collection of plain scalars only stands on one line.
  bool is_flow(const Value& value) const {
    if (style_.default_flow_style) return *style_.default_flow_style;
    if (is_sequence(value)) {
      const List& items = value.as_list();
      return std::all_of(items.begin(), items.end(), [&](const Value& item) { return is_unstyled_scalar(item); });
    }
    const Map& entries = value.as_map();
    return std::all_of(entries.begin(), entries.end(), [&](const Map::Entry& entry) {
      return is_unstyled_scalar(entry.key) && (value.kind() == Kind::set || is_unstyled_scalar(entry.value));
    });
  }

  // The indexes of the entries in writing order.
  // Python sorts by the keys themselves, so 2 comes before 10.
  std::vector<std::size_t> order_of(const Map& entries) const {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!style_.sort_keys) return order;
    std::vector<std::size_t> sorted = order;
    try {
      std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        budget_.step();
        return python_order(entries.entry(a).key, entries.entry(b).key, budget_) == Order::less;
      });
    } catch (const Error&) {  // keys that cannot be compared keep their order, as in PyYAML
      return order;
    }
    return sorted;
  }

  // Anchors are not written: a value that occurs twice is written twice.
  void add(const Value& value) {
    const auto* implicit_tag = static_cast<const yaml_char_t*>(nullptr);
    if (is_sequence(value)) {
      const Depth depth = budget_.enter();
      emit(yaml_sequence_start_event_initialize(&event_, nullptr, implicit_tag, 1,
                                                is_flow(value) ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE));
      for (const Value& item : value.as_list()) add(item);
      emit(yaml_sequence_end_event_initialize(&event_));
    } else if (is_mapping(value)) {
      const Depth depth = budget_.enter();
      const bool is_set = value.kind() == Kind::set;
      const auto* tag = reinterpret_cast<const yaml_char_t*>(is_set ? "tag:yaml.org,2002:set" : nullptr);
      emit(yaml_mapping_start_event_initialize(&event_, nullptr, tag, is_set ? 0 : 1,
                                               is_flow(value) ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE));
      for (const std::size_t index : order_of(value.as_map())) {
        const Map::Entry& entry = value.as_map().entry(index);
        add(entry.key);
        add(is_set ? Value::null() : entry.value);
      }
      emit(yaml_mapping_end_event_initialize(&event_));
    } else {
      const Scalar scalar = scalar_of(value);
      const bool is_string = scalar.tag == string_tag;
      emit(yaml_scalar_event_initialize(&event_, nullptr, reinterpret_cast<const yaml_char_t*>(scalar.tag),
                                        reinterpret_cast<const yaml_char_t*>(scalar.text.data()),
                                        static_cast<int>(scalar.text.size()), plain_tag(scalar.text) == scalar.tag,
                                        is_string ? 1 : 0, scalar_style(scalar.tag)));
    }
  }

  Budget& budget_;
  const PyYamlStyle& style_;
  yaml_emitter_t emitter_{};
  yaml_event_t event_{};
  std::exception_ptr failure_;
  std::string text_;
};

}  // namespace

std::string write_pyyaml(const Value& value, Budget& budget, const PyYamlStyle& style) {
  return Emitter(budget, style).write(value);
}

}  // namespace evalground
