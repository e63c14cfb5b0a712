// YAQL over 100,000 items, each beside the loop over Value that someone would write in C++ for the same work; and
// parsing.

#include <algorithm>
#include <benchmark/benchmark.h>
#include <string>

#include "base/regex/regex.hpp"
#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "runtime/host.hpp"
#include "value/compare.hpp"

namespace evalground::yaql {
namespace {

constexpr int item_count = 100'000;

// Servers as a cloud lists them.
const Value& servers() {
  static const Value list = [] {
    constexpr std::string_view states[] = {"ACTIVE", "ERROR", "SHUTOFF"};
    constexpr std::string_view zones[] = {"az1", "az2", "az3", "az4"};
    List items;
    for (int i = 0; i < item_count; ++i) {
      items.push_back(Value::map({{"id", Value::string("s-" + std::to_string(i))},
                                  {"name", Value::string("web-" + std::to_string(i % 1000))},
                                  {"status", Value::string(states[i % 3])},
                                  {"zone", Value::string(zones[i % 4])},
                                  {"ram", Value::integer((i * 7919) % 65'536)},
                                  {"vcpus", Value::integer(i % 16)}}));
    }
    return Value::list(std::move(items));
  }();
  return list;
}

// Everything that an evaluation needs.
struct Run {
  Run() : context(workspace, options, host), evaluator(context, library(), Settings()) {}

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Evaluator evaluator;
};

void evaluate(benchmark::State& state, std::string_view expression) {
  servers();
  for (auto _ : state) {
    Run run;
    const Node& root =
        run.evaluator.read(expression, {run.context.sources.add_file("", std::string(expression)), 0, {}});
    const Ref<Scope> scope = make_ref<Scope>();
    scope->set(1, servers());
    try {
      benchmark::DoNotOptimize(run.evaluator.result(root, scope));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
}

// The loop by hand: f(items, budget) gives the result.
template <class F>
void by_hand(benchmark::State& state, const F& f) {
  const List& items = servers().as_list();
  for (auto _ : state) {
    Budget budget;
    benchmark::DoNotOptimize(f(items, budget));
  }
}

Value where_by_hand(const List& items, Budget& budget) {
  List result;
  for (const Value& item : items) {
    budget.step();
    const Value* status = item.as_map().find("status");
    if (status != nullptr && status->is_string() && status->as_string() == "ACTIVE") result.push_back(item);
  }
  return Value::list(std::move(result));
}

Value select_by_hand(const List& items, Budget& budget) {
  List result;
  for (const Value& item : items) {
    budget.step();
    result.push_back(Value::integer(item.as_map().find("ram")->as_integer() * 2));
  }
  return Value::list(std::move(result));
}

Value order_by_hand(const List& items, Budget& budget) {
  std::vector<std::pair<Value, std::size_t>> keys;
  for (std::size_t at = 0; at < items.size(); ++at) keys.emplace_back(*items[at].as_map().find("ram"), at);
  std::stable_sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
    budget.step();
    return python_order(a.first, b.first, budget) == Order::less;
  });
  List result;
  for (const auto& [key, at] : keys) result.push_back(items[at]);
  return Value::list(std::move(result));
}

Value group_by_hand(const List& items, Budget& budget) {
  Map places;
  std::vector<std::int64_t> sums;
  for (const Value& item : items) {
    budget.step();
    const Value& zone = *item.as_map().find("zone");
    std::optional<std::size_t> place = places.position(zone);
    if (!place) {
      places.set(zone, Value::null());
      place = sums.size();
      sums.push_back(0);
    }
    sums[*place] += item.as_map().find("ram")->as_integer();
  }
  List result;
  for (std::size_t at = 0; at < sums.size(); ++at) {
    result.push_back(Value::list({places.entry(at).key, Value::integer(sums[at])}));
  }
  return Value::list(std::move(result));
}

Value aggregate_by_hand(const List& items, Budget& budget) {
  std::int64_t sum = 0;
  for (const Value& item : items) {
    budget.step();
    sum += item.as_map().find("ram")->as_integer();
  }
  return Value::integer(sum);
}

Value regex_by_hand(const List& items, Budget& budget) {
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, "^web-\\d*7$");
  List result;
  for (const Value& item : items) {
    const Value* name = item.as_map().find("name");
    if (compiled.regex->matches(name->as_string(), RegexAnchor::none, budget)) result.push_back(*name);
  }
  return Value::list(std::move(result));
}

Value to_dict_by_hand(const List& items, Budget& budget) {
  Map result;
  for (const Value& item : items) {
    budget.step();
    result.set(*item.as_map().find("id"), *item.as_map().find("name"));
  }
  return Value::map(std::move(result));
}

Value join_by_hand(const List& items, Budget& budget) {
  List result;
  for (std::size_t a = 0; a < 1000; ++a) {
    for (std::size_t b = 0; b < 100; ++b) {
      budget.step();
      const Map& left = items[a].as_map();
      const Map& right = items[b].as_map();
      if (left.find("zone")->as_string() == right.find("zone")->as_string()) {
        result.push_back(Value::list({*left.find("id"), *right.find("id")}));
      }
    }
  }
  return Value::list(std::move(result));
}

void parse_1000_expressions(benchmark::State& state) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    texts.push_back("$.servers.where($.status = ACTIVE and $.ram > " + std::to_string(i) +
                    ").orderBy($.name).select({id => $.id, size => $.ram / 1024}).toDict($.id, $.size)");
  }
  for (auto _ : state) {
    Run run;
    for (const std::string& text : texts) benchmark::DoNotOptimize(&run.evaluator.read(text, {}));
  }
}

void first_of_a_trillion(benchmark::State& state) {
  evaluate(state, "range(1000000000000).select($ * 2).where($ > 10).first()");
}

BENCHMARK_CAPTURE(evaluate, where, "$.where($.status = ACTIVE)")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, where, where_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, select, "$.select($.ram * 2)")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, select, select_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, orderBy, "$.orderBy($.ram)")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, orderBy, order_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, groupBy, "$.groupBy($.zone, $.ram, $.sum())")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, groupBy, group_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, aggregate, "$.aggregate($1 + $2.ram, 0)")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, aggregate, aggregate_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, regex, "let(r => regex(`^web-\\d*7$`)) -> $.where($.name =~ $r).name")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, regex, regex_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, toDict, "$.toDict($.id, $.name)")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, toDict, to_dict_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, join, "$.take(1000).join($.take(100), $1.zone = $2.zone, [$1.id, $2.id])")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(by_hand, join, join_by_hand)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_1000_expressions)->Unit(benchmark::kMillisecond);
BENCHMARK(first_of_a_trillion)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace evalground::yaql
