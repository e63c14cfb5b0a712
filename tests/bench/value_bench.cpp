// Values: maps built and searched, copies, JSON both ways.
#include <benchmark/benchmark.h>
#include <string>
#include <vector>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr int key_count = 1000;

std::vector<std::string> make_keys() {
  std::vector<std::string> keys;
  for (int number = 0; number < key_count; ++number) keys.push_back("resource-" + std::to_string(number));
  return keys;
}

Map make_map(const std::vector<std::string>& keys) {
  Map map;
  for (const std::string& key : keys) map.set(key, Value::integer(1));
  return map;
}

// 1000 rows of 6 fields.
Value make_rows() {
  List rows;
  for (int number = 0; number < key_count; ++number) {
    Map row;
    row.set("name", Value::string("row " + std::to_string(number)));
    row.set("status", Value::string(number % 3 == 0 ? "FAILED" : "OK"));
    row.set("count", Value::integer(number));
    row.set("ratio", Value::real(number / 7.0));
    row.set("enabled", Value::boolean(true));
    row.set("note", Value::null());
    rows.push_back(Value::map(std::move(row)));
  }
  return Value::list(std::move(rows));
}

void build_map_of_1000_keys(benchmark::State& state) {
  const std::vector<std::string> keys = make_keys();
  for (auto _ : state) benchmark::DoNotOptimize(make_map(keys).size());
}
BENCHMARK(build_map_of_1000_keys)->Unit(benchmark::kMicrosecond);

void find_1000_keys(benchmark::State& state) {
  const std::vector<std::string> keys = make_keys();
  const Map map = make_map(keys);
  for (auto _ : state) {
    for (const std::string& key : keys) benchmark::DoNotOptimize(map.find(key));
  }
}
BENCHMARK(find_1000_keys)->Unit(benchmark::kMicrosecond);

void copy_1000_rows(benchmark::State& state) {
  const Value rows = make_rows();
  for (auto _ : state) {
    const Value copy = rows;
    benchmark::DoNotOptimize(copy.kind());
  }
}
BENCHMARK(copy_1000_rows);

void edit_one_of_1000_rows(benchmark::State& state) {
  const Value rows = make_rows();
  for (auto _ : state) {
    Value copy = rows;
    copy.edit_list()[7].edit_map().set("status", Value::null());
    benchmark::DoNotOptimize(copy.kind());
  }
}
BENCHMARK(edit_one_of_1000_rows)->Unit(benchmark::kMicrosecond);

void write_json_of_1000_rows(benchmark::State& state) {
  const Value rows = make_rows();
  for (auto _ : state) {
    Budget budget;
    benchmark::DoNotOptimize(write_json(rows, budget).size());
  }
}
BENCHMARK(write_json_of_1000_rows)->Unit(benchmark::kMicrosecond);

void parse_json_of_1000_rows(benchmark::State& state) {
  Budget writing;
  const std::string json = write_json(make_rows(), writing);
  for (auto _ : state) {
    Budget budget;
    benchmark::DoNotOptimize(parse_json(json, budget).kind());
  }
}
BENCHMARK(parse_json_of_1000_rows)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace evalground
