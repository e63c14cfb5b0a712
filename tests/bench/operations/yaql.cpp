// YAQL: queries over records, long expressions.
#include "operations.hpp"

namespace evalground::bench {
namespace {

Run over_records(const char* expression, int size) {
  Map workspace = with_expression("yaql", expression);
  workspace.set("data", records(size));
  return evaluation(std::move(workspace));
}

Run where(int size) {
  return over_records("$.where($.on and $.port > 7).select($.port * 2).sum()", size);
}

Run order(int size) {
  return over_records("$.orderBy($.name).first().port", size);
}

Run group(int size) {
  return over_records("$.groupBy($.zone, $.port, $.sum())", size);
}

Run dictionary(int size) {
  return over_records("$.toDict($.name, $.port).len()", size);
}

Run distinct(int size) {
  return over_records("$.name.distinct().len()", size);
}

Run aggregate(int size) {
  return over_records("$.aggregate($1 + $2.port, 0)", size);
}

Run join(int size) {
  return over_records("$.take(100).join($.take(20), $1.zone = $2.zone, [$1.port, $2.port]).len()", size);
}

Run values(int size) {
  return over_records("$.select({id => $.name, size => $.port / 2, tags => $.tags.join('-')})", size);
}

// The expression itself is long.
Run lines(int size) {
  return evaluation(with_expression("yaql", "[\n" + repeat(size, "  (~ + 1) * 2,\n") + "  0].sum()"));
}

Run provenance(int size) {
  Map workspace = with_expression("yaql", "$.where($.on).select(dict(name => $.name, next => $.port + 1))");
  workspace.set("data", records(size));
  return evaluation(std::move(workspace), "provenance");
}

}  // namespace

std::vector<Operation> yaql_operations() {
  return {
      {"yaql/where", 1'000, true, where},   {"yaql/order", 1'000, true, order},
      {"yaql/group", 1'000, true, group},   {"yaql/dictionary", 0, true, dictionary},
      {"yaql/distinct", 0, true, distinct}, {"yaql/aggregate", 0, true, aggregate},
      {"yaql/join", 500, false, join},      {"yaql/values", 500, true, values},
      {"yaql/lines", 500, true, lines},     {"yaql/provenance", 0, true, provenance},
  };
}

}  // namespace evalground::bench
