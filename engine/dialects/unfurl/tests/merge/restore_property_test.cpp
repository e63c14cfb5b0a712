// Random documents, restored after random changes. Expanding the restored text gives the changed document, and without
// a change the text stays identical. Otherwise a warning says what differs.
#include "data/patch/document_changes.hpp"
#include "data/paths/json_pointer.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/merge/restore.hpp"
#include "dialects/unfurl/tests/loaded.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// Documents and changes generated from a number.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}

  std::uint64_t below(std::uint64_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % limit;
  }
  template <std::size_t size>
  std::string_view of(const std::string_view (&words)[size]) {
    return words[below(size)];
  }

  // A block map at the top, with flow collections in it.
  std::string document() {
    std::string text;
    for (const std::string_view key : keys) {
      if (below(5) != 0) text += std::string(key) + ": " + value(3) + (below(6) == 0 ? "  # note\n" : "\n");
    }
    if (below(8) == 0) text += "+?/nowhere:\n";
    return text.empty() ? "a: 1\n" : text;
  }

  List changes(const Value& document) {
    List changes;
    for (std::uint64_t left = below(4); left > 0; --left) changes.push_back(change(document));
    return changes;
  }

 private:
  static constexpr std::string_view keys[] = {"a", "b", "c", "d", "e"};

  std::string value(int depth) {
    const std::uint64_t kind = depth == 0 ? 0 : below(6);
    if (kind < 2) {
      static constexpr std::string_view scalars[] = {"1", "2", "x", "null", "true", "'two words'"};
      return std::string(of(scalars));
    }
    return kind < 5 ? map(depth - 1) : list(depth - 1);
  }

  std::string map(int depth) {
    std::string text;
    for (const std::string_view key : keys) {
      if (below(3) == 0) text += (text.empty() ? "" : ", ") + std::string(key) + ": " + value(depth);
    }
    if (below(2) == 0) text += (text.empty() ? "" : ", ") + directive();
    if (below(8) == 0) {
      static constexpr std::string_view words[] = {"whiteout", "nullout", "merge", "replace"};
      text += (text.empty() ? "" : ", ") + std::string("+%: ") + std::string(of(words));
    }
    return "{" + text + "}";
  }

  std::string list(int depth) {
    std::string text;
    for (std::uint64_t left = below(4); left > 0; --left) {
      text += (text.empty() ? "" : ", ") + (below(4) == 0 ? "{" + directive() + "}" : value(depth));
    }
    return "[" + text + "]";
  }

  std::string directive() {
    static constexpr std::string_view starts[] = {"+/", "+/", "+/", "+?/", "+../", "+?../"};
    std::string text(of(starts));
    text += of(keys);
    if (below(3) == 0) text += "/" + std::string(of(keys));
    return text + ": " + (below(8) == 0 ? "raw" : "null");
  }

  Value change(const Value& document) {
    std::string path;
    Value at = document;
    while ((at.is_map() && !at.as_map().empty()) || (at.is_list() && !at.as_list().empty())) {
      if (!path.empty() && below(3) == 0) break;
      if (at.is_list()) {
        const auto index = static_cast<std::size_t>(below(at.as_list().size()));
        path += "/" + std::to_string(index);
        at = Value(at.as_list()[index]);
      } else {
        const auto& entry = at.as_map().entry(static_cast<std::size_t>(below(at.as_map().size())));
        append_pointer_part(path, entry.key.as_string());
        at = Value(entry.value);
      }
    }
    if (at.is_map() && below(3) == 0) path += "/new";
    Map change{{"path", Value::string(path)}};
    switch (below(5)) {
      case 0: change.set("delete", Value::boolean(true)); break;
      case 1: change.set("value", Value::null()); break;
      case 2: change.set("value", Value::map({{"k", Value::integer(1)}})); break;
      case 3: change.set("value", Value::list({Value::integer(7)})); break;
      default: change.set("value", Value::integer(static_cast<std::int64_t>(below(9)))); break;
    }
    return Value::map(std::move(change));
  }

  std::uint64_t state_;
};

bool is_warned(const Context& context) {
  for (const Diagnostic& one : context.diagnostics) {
    if (one.code == "restore-differs" || one.code == "restore-keeps" || one.code == "restore-writes-lists") return true;
  }
  return false;
}

// Restores one random document. Returns false if it does not expand, or a change is invalid.
bool check(std::uint64_t seed, std::size_t& warned) {
  Random random(seed);
  Workspace workspace = Loaded::workspace_of(random.document());
  const std::string text(workspace.files.find("main.yaml")->as_string());
  const RunOptions options;
  ClosedHost host;
  Value changed;
  Value wanted_text;
  try {
    Context context(workspace, options, host);
    const Value expanded = expand_document(context, "main.yaml");
    workspace.changes = random.changes(expanded);
    changed = apply_changes(expanded, workspace.changes, context.budget);
    const bool is_same = json_equal(expanded, changed, NumberEquality::by_type, context.budget);
    if (is_same) wanted_text = Value::string(text);
  } catch (const Error&) {
    return false;
  } catch (const LimitError&) {
    ADD_FAILURE() << "seed " << seed << " does not end\n" << text;
    return false;
  }
  Context context(workspace, options, host);
  Outcome outcome;
  restore_document(context, outcome);
  if (!wanted_text.is_undefined() && !is_warned(context)) {
    EXPECT_EQ(*outcome.text, text) << "seed " << seed;
  }
  if (is_warned(context)) {
    ++warned;
    return true;
  }
  Context again(workspace, options, host);
  const Value given = expand_text(again, "main.yaml", again.sources.add_file("main.yaml", *outcome.text));
  EXPECT_TRUE(json_equal(given, changed, NumberEquality::by_type, again.budget))
      << "seed " << seed << "\n--- document\n"
      << text << "--- changes\n"
      << write_json(Value::list(workspace.changes), again.budget) << "\n--- restored\n"
      << *outcome.text;
  return true;
}

TEST(RandomDocuments, ExpandToWhatWasAskedForWhenTheyAreRestored) {
  std::size_t checked = 0;
  std::size_t warned = 0;
  for (std::uint64_t seed = 1; seed <= 8'000; ++seed) checked += check(seed, warned) ? 1 : 0;
  EXPECT_GT(checked, 1000U);
  EXPECT_LT(warned * 4, checked);  // splices and strategies are frequent in these documents
}

}  // namespace
}  // namespace evalground::unfurl
