// The steps of an evaluation, for Trace and for coverage. The first half of the allowed number is kept from the start,
// the other half is a window on the last steps: a long evaluation shows how it began, and how it ended or failed.
//
// Values are shortened at once. A trace must neither keep a large value alive nor show a secret.
#include "runtime/trace.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "runtime/secrets.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

constexpr std::size_t value_length = 80;  // characters of a step's value

// Converting an integer to text takes quadratic time, and a trace may meet a long integer at each step. A step shows
// `value_length` characters, so a much longer integer is described by its length only.
std::string integer_text(const BigInt& number) {
  constexpr std::size_t most_bits = 1024;
  constexpr double digits_per_bit = 0.30103;
  if (number.bit_length() <= most_bits) return number.text();
  const auto digits = static_cast<std::size_t>(static_cast<double>(number.bit_length()) * digits_per_bit);
  return "an integer of about " + std::to_string(digits) + " digits";
}

// Appends until the text is longer than `most`. The rest is not visited, so a huge value costs nothing.
void append_short(std::string& text, const Value& value, std::size_t most, int depth) {
  if (text.size() > most) return;
  if (value.sensitive()) {
    text += redaction;
    return;
  }
  switch (value.kind()) {
    case Kind::undefined: text += "undefined"; return;
    case Kind::null: text += "null"; return;
    case Kind::boolean: text += value.as_boolean() ? "true" : "false"; return;
    case Kind::integer: text += std::to_string(value.as_integer()); return;
    case Kind::real: text += real_text(value.as_real()); return;
    case Kind::string: text += quote(value.as_string(), most); return;
    case Kind::bytes: text += std::to_string(value.as_bytes().size()) + " bytes"; return;
    case Kind::object:
      text += is_integer(value) ? integer_text(big_integer_of(value)) : std::string(value.as_object().type_name());
      return;
    // Containers stop once the text is long enough.
    case Kind::list:
    case Kind::tuple: {
      if (depth == 0) {
        text += "[…]";
        return;
      }
      text += "[";
      bool is_first = true;
      for (const Value& item : value.as_list()) {
        if (text.size() > most) return;
        if (!is_first) text += ", ";
        is_first = false;
        append_short(text, item, most, depth - 1);
      }
      text += "]";
      return;
    }
    case Kind::set:
    case Kind::map: {
      if (depth == 0) {
        text += "{…}";
        return;
      }
      text += "{";
      bool is_first = true;
      for (const auto& [key, item] : value.as_map()) {
        if (text.size() > most) return;
        if (!is_first) text += ", ";
        is_first = false;
        if (key.is_string() && !key.sensitive()) {
          text += key.as_string();
        } else {
          append_short(text, key, most, depth - 1);
        }
        if (value.kind() == Kind::set) continue;
        text += ": ";
        append_short(text, item, most, depth - 1);
      }
      text += "}";
      return;
    }
  }
}

}  // namespace

std::string short_text(const Value& value, std::size_t most) {
  constexpr int levels_shown = 4;
  std::string text;
  append_short(text, value, most, levels_shown);
  if (count_code_points(text) > most) {
    text.resize(byte_offset_of_code_point(text, most - 1));
    text += "…";
  }
  return text;
}

// If memory runs out here, no step has begun, but the enclosing scopes still end theirs.
void Trace::begin(std::string_view what, OriginId where) {
  Step step{next_id_, open_.empty() ? 0 : open_.back().id, what, where, {}};
  open_.push_back({step.id, std::chrono::steady_clock::now()});
  try {
    if (first_.size() < most_steps / 2) {
      first_.push_back(std::move(step));
    } else {
      last_.push_back(std::move(step));
    }
  } catch (...) {
    open_.pop_back();
    throw;
  }
  ++next_id_;
  if (last_.size() > most_steps / 2) {
    last_.pop_front();
    ++dropped_;
  }
}

// The identifier tells where the step is, without a search: the first ones are numbered from 1, the last ones without
// gaps.
void Trace::end(const Value* value, bool cached) {
  const Open open = open_.back();
  open_.pop_back();
  Step* step = nullptr;
  if (open.id <= first_.size()) {
    step = &first_[open.id - 1];
  } else if (open.id >= last_.front().id) {
    step = &last_[open.id - last_.front().id];
  } else {
    return;  // dropped in the meantime
  }
  step->total = std::chrono::steady_clock::now() - open.since;
  step->cached = cached;
  step->failed = value == nullptr;
  if (value == nullptr) return;
  step->made = value->origin();
  step->value = short_text(*value, value_length);
  if (!value->sensitive()) return;
  // Parts of a sensitive value are as sensitive as the value: `sensitive: {concat: [hun, ter2]}`.
  const auto redact = [](Step& inner) {
    if (!inner.value.empty()) inner.value = redaction;
  };
  for (std::size_t at = open.id; at < first_.size(); ++at) redact(first_[at]);
  for (auto inner = last_.rbegin(); inner != last_.rend() && inner->id > open.id; ++inner) redact(*inner);
}

// Only while no step was dropped: then the identifiers have no gaps, and the next ones can take their place.
Trace::Part Trace::without_repetition(const Part& before, std::size_t begin) {
  const std::size_t end = first_.size();
  const auto at = [&](std::size_t index) { return first_.begin() + static_cast<std::ptrdiff_t>(index); };
  const auto same = [](const Step& a, const Step& b) {
    return a.what == b.what && a.where == b.where && a.value == b.value && a.failed == b.failed;
  };
  const bool may_repeat =
      last_.empty() && begin < end && before.end <= begin && before.end - before.begin == end - begin;
  if (!may_repeat || !std::equal(at(begin), at(end), at(before.begin), same)) return {begin, end};
  first_.erase(at(begin), at(end));
  next_id_ = static_cast<std::uint32_t>(begin) + 1;
  return before;
}

}  // namespace evalground
