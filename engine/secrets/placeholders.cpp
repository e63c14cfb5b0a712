#include "secrets/placeholders.hpp"

#include <algorithm>

#include "base/generous_budget.hpp"
#include "base/text/ascii.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/schema.hpp"

namespace evalground {
namespace {

// Shorter texts are words that may stand elsewhere by chance.
constexpr std::size_t least_elsewhere = 6;
// x, y, z and 1, 2, 3.
constexpr std::size_t values = 3;
constexpr std::size_t most_of_a_shape = values * values * values * values;

// The part of a literal that is the secret: without quotes, and without the header of a block.
struct Inner {
  std::size_t begin;
  std::size_t end;
  bool has_escapes;
};

Inner inner_of(std::string_view written) {
  const char first = written.empty() ? '\0' : written.front();
  if (written.size() >= 2 && (first == '"' || first == '\'') && written.back() == first)
    return {1, written.size() - 1, first == '"'};
  const std::size_t line = written.find('\n');
  if ((first == '|' || first == '>') && line != std::string_view::npos) return {line + 1, written.size(), false};
  return {0, written.size(), false};
}

bool is_letter_or_digit(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c);
}

// The shape of a text: "Ab-12" -> "Xx-11". An escape keeps its letter, and a character that is not ASCII becomes an x.
std::string shape_of(std::string_view text, bool has_escapes) {
  const bool is_number = !has_escapes && plain_type(text, YamlRules::yaml_1_1) != PlainType::text;
  std::string shape;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (has_escapes && c == '\\' && at + 1 < text.size()) {
      shape += text.substr(at, 2);
      at += 2;
    } else if (is_ascii_digit(c)) {
      shape += '1';
      ++at;
    } else if (is_ascii_letter(c)) {
      shape += is_number ? c : c >= 'a' ? 'x' : 'X';
      ++at;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      shape += 'x';
      at += decode_code_point(text, at).size;
    } else {
      shape += c;
      ++at;
    }
  }
  return shape;
}

// The n-th text of a shape: counts with its last letters and digits, of which each has three values. is_reference()
// knows such texts.
std::string nth_of(std::string shape, std::size_t n) {
  for (std::size_t at = shape.size(); at-- > 0 && n > 0;) {
    char& c = shape[at];
    if (!is_letter_or_digit(c) || (at > 0 && shape[at - 1] == '\\')) continue;
    c = static_cast<char>(c + static_cast<char>(n % values));
    n /= values;
  }
  return shape;
}

template <class F>
Value with_texts(const Value& value, Budget& budget, const F& f) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) return Value::string(f(value.as_string()));
  if (value.is_map()) {
    Map map;
    for (const auto& [key, item] : value.as_map()) map.set(key, with_texts(item, budget, f));
    return Value::map(std::move(map));
  }
  if (value.is_list()) {
    List list;
    for (const Value& item : value.as_list()) list.push_back(with_texts(item, budget, f));
    return Value::list(std::move(list));
  }
  return value;
}

// The value with another one at the end of a path.
Value with_value_at(const Value& value, const std::vector<Value>& path, std::size_t at, const Value& placed,
                    Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (at == path.size()) return placed;
  if (value.is_map()) {
    Map map = value.as_map();
    if (const Value* inner = map.find(path[at])) map.set(path[at], with_value_at(*inner, path, at + 1, placed, budget));
    return Value::map(std::move(map));
  }
  if (!value.is_list() || path[at].kind() != Kind::integer) return value;
  List list = value.as_list();
  const auto index = static_cast<std::size_t>(path[at].as_integer());
  if (index < list.size()) list[index] = with_value_at(list[index], path, at + 1, placed, budget);
  return Value::list(std::move(list));
}

}  // namespace

std::string Placeholders::of(std::string_view written) {
  const Inner inner = inner_of(written);
  const std::string_view secret = written.substr(inner.begin, inner.end - inner.begin);
  auto known = table_.find(secret);
  if (known == table_.end()) {
    const std::string shape = shape_of(secret, inner.has_escapes);
    std::string made = shape;
    // There are few texts of a short shape. Then two secrets share a placeholder.
    for (std::size_t n = 1; (used_.contains(made) || made == secret) && n < most_of_a_shape; ++n)
      made = nth_of(shape, n);
    used_.insert(made);
    known = table_.emplace(std::string(secret), std::move(made)).first;
  }
  std::string text(written.substr(0, inner.begin));
  return text.append(known->second).append(written.substr(inner.end));
}

std::string replaced_everywhere(std::string_view text, const Placeholders& placeholders) {
  std::string result(text);
  for (const auto& [secret, placeholder] : placeholders.table()) {
    if (secret.size() < least_elsewhere) continue;
    std::string next;
    std::size_t done = 0;
    for (std::size_t at = result.find(secret); at != std::string::npos; at = result.find(secret, at)) {
      const std::size_t end = at + secret.size();
      const bool is_alone = (at == 0 || !is_letter_or_digit(result[at - 1])) &&
                            (end == result.size() || !is_letter_or_digit(result[end]));
      next.append(result, done, at - done).append(is_alone ? placeholder : secret);
      at = done = end;
    }
    if (done > 0) result = next.append(result, done);
  }
  return result;
}

Map with_placeholders(const Map& workspace, const std::vector<SecretFinding>& findings, bool everywhere,
                      Placeholders& placeholders) {
  Budget budget = generous_budget();
  Value result = Value::map(workspace);
  for (std::size_t at = 0; at < findings.size();) {
    const SecretFinding& first = findings[at];
    const Value* found = value_at(workspace, first.path);
    std::size_t next = at + 1;
    if (found == nullptr) {
      at = next;
      continue;
    }
    if (!found->is_string()) {
      result = with_value_at(result, first.path, 0, Value::integer(1), budget);
      at = next;
      continue;
    }
    // All findings of one text together: a text may have many.
    const std::string_view text = found->as_string();
    std::string replaced;
    std::size_t done = 0;
    for (; at < findings.size() && findings[at].text == first.text; ++at) {
      const SecretFinding& each = findings[at];
      if (each.begin < done || each.end > text.size()) continue;
      replaced.append(text.substr(done, each.begin - done))
          .append(placeholders.of(text.substr(each.begin, each.end - each.begin)));
      done = each.end;
    }
    result = with_value_at(result, first.path, 0, Value::string(replaced.append(text.substr(done))), budget);
  }
  if (!everywhere) return result.as_map();
  Map all;
  for (const auto& [key, value] : result.as_map()) {
    all.set(key, key.is_string() && key.as_string() == "secrets"
                     ? value
                     : with_texts(value, budget,
                                  [&](std::string_view text) { return replaced_everywhere(text, placeholders); }));
  }
  return all;
}

}  // namespace evalground
