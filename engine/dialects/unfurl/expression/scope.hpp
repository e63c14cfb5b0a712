// The scope of an expression: the current resource, and variables, which are evaluated when first used.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/refcount.hpp"
#include "dialects/unfurl/expression/resource.hpp"

namespace evalground::unfurl {

class Variables;

// Whether a template fails where something is missing; unset: the workspace's option `strict` says so.
enum class Strictness : std::uint8_t { unset, strict, lenient };

// Cheap to copy.
struct Scope {
  Resource* resource = nullptr;  // the current resource
  Value item;                    // what queries start from instead, in the body of a loop; undefined: the resource
  Value start;                   // `$start`; undefined: the resource
  Ref<Variables> variables;      // innermost first; null: none
  Value base_dir;                // what paths of files are relative to; undefined: the ensemble's directory
  Strictness strictness = Strictness::unset;

  // The item or the resource.
  Value current() const;
};

class Memo;

// All memos of an evaluation.
class Memos {
 public:
  // Makes each of them forget.
  void forget_all();

 private:
  friend class Memo;
  Memo* first_ = nullptr;
};

// Remembers values that may, in turn, hold it. All memos are made to forget when the evaluation ends, so that no circle
// of counted references stays.
class Memo {
 public:
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;

 protected:
  explicit Memo(Memos& memos);
  virtual ~Memo() { leave(); }

 private:
  friend class Memos;
  // May end this object's life.
  virtual void forget() = 0;
  void leave();

  Memos* memos_;  // null: left
  Memo* before_ = nullptr;
  Memo* after_;
};

// The variables of one expression, or of one turn of a loop.
class Variables final : public Counted<Variables>, private Memo {
 public:
  struct Variable {
    std::string_view name;  // lives as long as the definitions, or for ever
    Attribute attribute;
  };

  // Variables that are evaluated when first used, with all of them in sight. `scope` is the context without them.
  Variables(Memos& memos, const Scope& scope, Value definitions);
  // Variables whose values are known, within `outer` ones.
  Variables(Memos& memos, Ref<Variables> outer, std::vector<std::pair<std::string_view, Value>> values);

  // The innermost of that name and those that it belongs to; null when absent.
  static std::pair<Variables*, Variable*> find(Variables* innermost, std::string_view name);
  // Adds the names of all variables, innermost first.
  static void add_names(const Variables* innermost, std::vector<std::string_view>& names);
  // The context that the definitions are evaluated in.
  Scope scope();

 private:
  void forget() override { const auto forgotten = std::move(variables_); }

  const Value definitions_;
  const Scope outer_;
  std::vector<Variable> variables_;
};

}  // namespace evalground::unfurl
