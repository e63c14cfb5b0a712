// How the parameters of a later environment go together with those of the earlier ones (heat.common.environment_util):
//
//   parameter_merge_strategies: {default: overwrite, subnets: merge, config: deep_merge}
//
// `overwrite` replaces a value. `merge` joins two texts or lists, and adds the entries of a map. `deep_merge` does the
// same at every depth of a map. What a section says holds while its own environment is merged, and for the same
// parameter in all later ones. An environment must not contradict an earlier one, not even one that says nothing, which
// means `overwrite`.
#pragma once

#include <map>
#include <string>

#include "runtime/context.hpp"

namespace evalground::heat {

class MergeStrategies {
 public:
  // `declared`: the parameters of the template, or null.
  MergeStrategies(Context& context, const Map* declared) : context_(context), declared_(declared) {}

  // Begins an environment, with its section `parameter_merge_strategies`; null without one. Throws Error.
  void begin(const Value* section);
  // Merges `parameters` or `parameter_defaults` of the environment into those of the earlier ones. Throws Error
  // "invalid-environment".
  void merge(Map& into, const Map& values);

 private:
  // `unknown` overwrites, but is another strategy than `overwrite`.
  enum class Strategy : std::uint8_t { overwrite, merge, deep_merge, unknown };

  Strategy of(const Value& name);
  std::optional<Strategy> written(std::string_view name) const;
  static std::string word_of(Strategy strategy);
  // The type of a parameter of the template or of a nested one; empty when none declares it.
  std::string type_of(const Value& name);
  void read_types();
  Value merged(const Value& name, const Value* old, const Value& value, bool is_deep);
  Value merged_maps(const Value& name, const Value& old, const Value& value, bool is_deep);
  Value joined_lists(const Value& name, const Value& old, const Value& value) const;
  Value joined_texts(const Value& name, const Value& old, const Value& value, std::string_view between) const;
  [[noreturn]] void fail(const Value& part, const std::string& problem) const;
  [[noreturn]] void fail_kinds(const Value& name, const Value& old, const Value& value) const;

  Context& context_;
  const Map* declared_;
  Map section_;                                            // of the environment that is read
  std::map<std::string, Strategy, std::less<>> known_;     // by parameter, from this environment and earlier ones
  std::map<std::string, std::string, std::less<>> types_;  // by parameter, of all templates
  bool has_types_ = false;
};

}  // namespace evalground::heat
