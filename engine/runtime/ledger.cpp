#include "runtime/ledger.hpp"

#include <charconv>
#include <iterator>

#include "data/paths/json_pointer.hpp"
#include "value/big_integer.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

std::string pointer_of(const List& path) {
  std::string pointer;
  for (const Value& part : path) {
    append_pointer_part(pointer, part.is_string() ? part.as_string() : std::to_string(part.as_integer()));
  }
  return pointer;
}

// A text escaped for use between the quotes of a JSON string.
std::string json_of(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json.substr(1, json.size() - 2);
}

}  // namespace

Ledger::Ledger(Context& context, Budget& budget, std::size_t most, const List& sensitive,
               const std::vector<FailedKey>& failed, std::string_view part)
    : context_(context), budget_(budget), most_(most), writer_(context, budget) {
  for (const Value& pointer : sensitive) sensitive_.insert(json_of(pointer.as_string()));
  for (const FailedKey& one : failed) {
    if (one.part == part) failed_.insert(json_of(pointer_of(one.path)));
  }
}

void Ledger::add(const Value& value) {
  walk(value);
  if (failed_.count({}) == 0) add_origins({}, value.origin());
}

void Ledger::add_failed(const FailedKey& failed) {
  std::string path;
  for (const Value& part : failed.path) path.append(path.empty() ? "" : ",").append(write_json(part, budget_));
  add_row(path, R"(],"type":"error","kind":"error","error":)");
  rows_ += write_json(diagnostic_value(context_.diagnostics[failed.diagnostic], context_.sources), budget_);
  rows_ += '}';
  add_origins(json_of(pointer_of(failed.path)), failed.where);
}

// Adds the rows of the parts of a value. `path_` and `pointer_` grow and shrink with the walk, so a row costs no
// allocation of its own.
void Ledger::walk(const Value& value) {
  const bool is_list = value.is_list() || value.kind() == Kind::tuple;
  if (!is_list && !value.is_map()) return;
  const Depth depth = context_.budget.enter();
  const std::size_t pointer_length = pointer_.size();
  const std::size_t path_length = path_.size();
  if (path_length != 0) path_ += ',';
  const std::size_t key_begin = path_.size();
  const auto take_back = [&] {
    pointer_.resize(pointer_length);
    path_.resize(key_begin);
  };
  if (is_list) {
    std::array<char, 20> digits;
    std::size_t index = 0;
    for (const Value& item : value.as_list()) {
      const char* const end = std::to_chars(digits.begin(), digits.end(), index++).ptr;
      const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
      path_ += number;
      (pointer_ += '/') += number;
      describe_part(item);
      take_back();
    }
  } else {
    for (const Map::Entry& entry : value.as_map()) {
      if (!entry.key.is_string()) continue;
      append_json_string(path_, entry.key.as_string());
      // JSON leaves `~` and `/` verbatim, the only characters that a pointer escapes.
      append_pointer_part(pointer_, std::string_view(path_).substr(key_begin + 1, path_.size() - key_begin - 2));
      describe_part(entry.value);
      take_back();
    }
  }
  path_.resize(path_length);
}

// Adds the row of a part and of its own parts. Parts that failed have rows of their own.
void Ledger::describe_part(const Value& item) {
  budget_.step();
  if (!failed_.empty() && failed_.count(pointer_) != 0) return;
  if (!item.is_list() && !item.is_map()) ++value_count_;
  if (row_count_ < most_) {
    add_row(path_, end_of_row(item));
    add_origins(pointer_, item.origin());
  } else {
    ++row_count_;
  }
  walk(item);
}

// The end of a row depends only on type and kind, so its JSON is made once for each pair.
std::string_view Ledger::end_of_row(const Value& item) {
  enum State : std::uint8_t { literal, computed, sensitive };
  constexpr std::string_view states[] = {"literal", "computed", "sensitive"};
  const bool is_computed = item.origin() != 0 && context_.sources.origin(item.origin()).via == Via::expression;
  State state = is_computed ? computed : literal;
  if (!sensitive_.empty() && sensitive_.count(pointer_) != 0) state = sensitive;
  const Kind kind = is_integer(item) ? Kind::integer : item.kind();
  std::string& end = row_ends_[static_cast<std::size_t>(kind) * std::size(states) + state];
  if (end.empty()) {
    end.append(R"(],"type":")").append(kind_name(kind)).append(R"(","kind":")").append(states[state]) += R"("})";
  }
  return end;
}

void Ledger::add_row(std::string_view path, std::string_view end) {
  const std::size_t length = rows_.size();
  ++row_count_;
  if (!rows_.empty()) rows_ += ',';
  rows_.append(R"({"path":[)").append(path).append(end);
  budget_.output(rows_.size() - length);
}

// `pointer` as JSON.
void Ledger::add_origins(std::string_view pointer, OriginId where) {
  if (where == 0) return;
  origins_.append(origins_.empty() ? "\"" : ",\"").append(pointer) += "\":";
  writer_.append(origins_, where);
}

}  // namespace evalground
