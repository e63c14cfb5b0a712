// The scope of an expression: the current resource, and variables that are evaluated on first use.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/refcount.hpp"
#include "dialects/unfurl/expression/resource.hpp"

namespace evalground::unfurl {

class Variables;

// Whether a template fails on missing values. When unset, the workspace's option `strict` decides.
enum class Strictness : std::uint8_t { unset, strict, lenient };

// Cheap to copy.
struct Scope {
  Resource* resource = nullptr;  // the current resource
  Value item;                    // in the body of a loop: what queries start from; undefined: the resource
  Value start;                   // `$start`; undefined: the resource
  Ref<Variables> variables;      // innermost first; null without variables
  Value base_dir;                // base of relative file paths; undefined: the ensemble's directory
  Strictness strictness = Strictness::unset;

  // The item of the loop, or else the resource.
  Value current() const;
};

class Memo;

// All memos of an evaluation.
class Memos {
 public:
  // Clears all of them.
  void forget_all();

 private:
  friend class Memo;
  Memo* first_ = nullptr;
};

// Caches values that may in turn hold the memo. All memos are cleared when the evaluation ends, so that no cycle of
// counted references is left.
class Memo {
 public:
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;

 protected:
  explicit Memo(Memos& memos);
  virtual ~Memo() { leave(); }

 private:
  friend class Memos;
  // May destroy this object.
  virtual void forget() = 0;
  void leave();

  Memos* memos_;  // null after forget()
  Memo* before_ = nullptr;
  Memo* after_;
};

// The variables of one expression, or of one iteration of a loop.
class Variables final : public Counted<Variables>, private Memo {
 public:
  struct Variable {
    std::string_view name;  // a view of the definitions' keys, or of a constant
    Attribute attribute;
  };

  // Variables that are evaluated on first use. Each definition sees all of them. `scope` is the scope without them.
  Variables(Memos& memos, const Scope& scope, Value definitions);
  // Variables with known values, nested in `outer`.
  Variables(Memos& memos, Ref<Variables> outer, std::vector<std::pair<std::string_view, Value>> values);

  // The innermost variable of that name with its owner; both null when absent.
  static std::pair<Variables*, Variable*> find(Variables* innermost, std::string_view name);
  // Adds the names of all variables, innermost first.
  static void add_names(const Variables* innermost, std::vector<std::string_view>& names);
  // The scope in which the definitions are evaluated.
  Scope scope();

 private:
  void forget() override { const auto forgotten = std::move(variables_); }

  const Value definitions_;
  const Scope outer_;
  std::vector<Variable> variables_;
};

}  // namespace evalground::unfurl
