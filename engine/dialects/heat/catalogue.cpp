// All functions of Heat, for documentation (functions()) and for evaluation (find_intrinsic()).
#include "dialects/heat/catalogue.hpp"

#include <unordered_map>

#include "dialects/heat/functions/families.hpp"

namespace evalground::heat {
namespace {

struct Group {
  std::string_view name;
  std::span<const IntrinsicRow> rows;
};

const auto& groups() {
  static const Group all[] = {
      {"references", reference_functions()}, {"text", text_functions()},         {"data", data_functions()},
      {"conditions", condition_functions()}, {"first version", old_functions()},
  };
  return all;
}

// An "operator" of the catalogue is a function that only conditions have, so it has no version for values.
Intrinsic intrinsic_of(const IntrinsicRow& row, const FunctionCatalogue::Entry* entry) {
  const Version since = version_of(row.function.since).value_or(Version::v2013_05_23);
  if (row.function.kind == "operator") return {entry, row.check, std::nullopt, row.until, since};
  return {entry, row.check, since, row.until, row.in_conditions};
}

}  // namespace

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    for (const Group& group : groups()) {
      for (const IntrinsicRow& row : group.rows) all.add(group.name, {&row.function, 1});
    }
    return all;
  }();
  return catalogue;
}

// A hash table, because every map with one key in a template is looked up.
const Intrinsic* find_intrinsic(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, Intrinsic> all;
    for (const Group& group : groups()) {
      for (const IntrinsicRow& row : group.rows) {
        const std::string_view own_name = row.function.signature.substr(0, row.function.signature.find('('));
        all.emplace(own_name, intrinsic_of(row, functions().find(row.function.kind, own_name)));
      }
    }
    return all;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : &found->second;
}

}  // namespace evalground::heat
