// Takes parts of a workspace away while its goal is reached: delta debugging, in an order that is always the same.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"
#include "shrink/parts.hpp"
#include "shrink/trials.hpp"

namespace evalground::shrinking {

class Reducer {
 public:
  Reducer(Map workspace, const Dialect& dialect, Goal goal, Trials& trials, Budget& budget);

  // Until nothing more can go, or a bound is reached.
  void run(const Map& outcome);

  const Map& workspace() const { return subject_.workspace(); }
  const Subject& subject() const { return subject_; }
  const Goal& goal() const { return goal_; }

 private:
  using FindLevels = std::function<Levels()>;

  bool holds(const std::vector<const Part*>& parts, Map* smaller, std::optional<Place>* place);
  void tell(const Map& workspace) const;
  bool reduce(const PartList& parts);
  bool reduce_levels(const FindLevels& find);
  bool reduce_syntax(std::uint32_t text);
  bool round();
  bool shorten();
  void drop_unread(const Map& outcome);
  bool is_yaml(const Text& text) const;
  SyntaxParts syntax_of(std::uint32_t text);
  std::string main_path() const;

  const Dialect& dialect_;
  const Language& language_;
  Subject subject_;
  Goal goal_;
  Trials& trials_;
  Budget& budget_;
  std::size_t before_;
  std::unordered_map<std::string, bool> known_;  // by the workspace and where the problem must be
  std::size_t known_bytes_ = 0;
};

// The bytes of a workspace as JSON.
std::size_t size_of(const Map& workspace, Budget& budget);

// With null for the values of secrets.
Map without_secrets(Map workspace);

// What a document that is given in place is called.
std::string_view main_path_of(const Dialect& dialect, const Map& workspace);

}  // namespace evalground::shrinking
