// Parts of a workspace that are values: files, inputs, data and their entries, level by level. What says which language
// is evaluated and what is asked stays.
#include "shrink/parts.hpp"

namespace evalground::shrinking {
namespace {

// Keys of the workspace that name its language and its task.
bool is_never_shrunk(std::string_view key) {
  return key == "dialect" || key == "operation" || key == "main" || key == "expression" || key == "expect" ||
         key == "changes";
}

bool is_collection(const Value& value) {
  return value.is_map() || value.is_list();
}

// Calls f with each item of a value, its number and, of a map, its key.
template <class F>
void for_items(const Value& value, const F& f) {
  std::uint32_t at = 0;
  if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) f(at++, &key, item);
  } else if (value.is_list()) {
    for (const Value& item : value.as_list()) f(at++, nullptr, item);
  }
}

class ValueParts {
 public:
  ValueParts(const Subject& subject, Budget& budget) : subject_(subject), budget_(budget) {}

  Levels find() {
    for_items(Value::map(subject_.workspace()), [&](std::uint32_t at, const Value* key, const Value& value) {
      const std::string_view name = key->is_string() ? key->as_string() : std::string_view();
      if (name == "files") {
        add_files(at, value);
      } else if (name == "options") {
        add_options(at, value);
      } else if (is_never_shrunk(name)) {
        if (name == "expression" || name == "changes") add_items(value, {at}, 1);
      } else {
        add(0, {at});
        add_items(value, {at}, 1);
      }
    });
    return std::move(levels_);
  }

 private:
  void add(std::size_t level, std::vector<std::uint32_t> position) {
    if (levels_.size() <= level) levels_.resize(level + 1);
    levels_[level].push_back({no_text, {}, std::move(position)});
  }

  void add_files(std::uint32_t at, const Value& files) {
    const Value* main = subject_.workspace().find("main");
    for_items(files, [&](std::uint32_t number, const Value* key, const Value&) {
      const bool is_main = main == nullptr
                               ? number == 0
                               : main->is_string() && key->is_string() && main->as_string() == key->as_string();
      if (!is_main) add(0, {at, number});
    });
  }

  // An option that is a word or a number says which language it is, and of which version; others are data.
  void add_options(std::uint32_t at, const Value& options) {
    for_items(options, [&](std::uint32_t number, const Value*, const Value& value) {
      if (!is_collection(value)) return;
      add(0, {at, number});
      add_items(value, {at, number}, 1);
    });
  }

  void add_items(const Value& value, const std::vector<std::uint32_t>& position, std::size_t level) {
    const Depth depth = budget_.enter();
    for_items(value, [&](std::uint32_t at, const Value*, const Value& item) {
      budget_.step();
      std::vector<std::uint32_t> own = position;
      own.push_back(at);
      add(level, own);
      add_items(item, own, level + 1);
    });
  }

  const Subject& subject_;
  Budget& budget_;
  Levels levels_;
};

// Adds the values within one to levels: the first empties them, the next leaves one character, the last half.
void add_shorter(const Value& value, const std::vector<std::uint32_t>& position, Levels& levels, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  const auto add = [&](std::size_t level, Value shorter) {
    levels[level].push_back({no_text, {}, position, std::move(shorter)});
  };
  if (is_collection(value)) {
    for_items(value, [&](std::uint32_t at, const Value*, const Value& item) {
      std::vector<std::uint32_t> own = position;
      own.push_back(at);
      add_shorter(item, own, levels, budget);
    });
  } else if (value.is_string()) {
    const std::string_view text = value.as_string();
    const auto cut = [&](std::size_t size) {
      while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
      return Value::string(text.substr(0, size));
    };
    if (!text.empty()) add(0, Value::string(""));
    if (text.size() > 1) add(1, cut(1));
    if (text.size() > 3) add(2, cut(text.size() / 2));
  } else if (value.kind() == Kind::integer && (value.as_integer() > 9 || value.as_integer() < 0)) {
    add(0, Value::integer(0));
    add(1, Value::integer(1));
  } else if (value.kind() == Kind::real) {
    add(0, Value::integer(0));
  }
}

}  // namespace

Levels value_parts(const Subject& subject, Budget& budget) {
  return ValueParts(subject, budget).find();
}

Levels shorter_values(const Subject& subject, Budget& budget) {
  Levels levels(3);
  for_items(Value::map(subject.workspace()), [&](std::uint32_t at, const Value* key, const Value& value) {
    const std::string_view name = key->is_string() ? key->as_string() : std::string_view();
    for (const std::string_view data : {"data", "local", "vars", "inputs", "attributes", "env", "classes"}) {
      if (name == data) add_shorter(value, {at}, levels, budget);
    }
    if (name == "expression" && !value.is_string()) add_shorter(value, {at}, levels, budget);
  });
  return levels;
}

}  // namespace evalground::shrinking
