// The canonical JSON and its hash.
#include "dialects/dcontroller/values/canonical.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

std::string canonical(std::string_view json) {
  Budget budget;
  return canonical_json(parse_json(json, budget), budget);
}

TEST(CanonicalJson, sorts_keys_by_their_bytes_at_every_level) {
  EXPECT_EQ(canonical(R"({"b": {"z": 1, "Z": 2}, "a": [true, null]})"), R"({"a":[true,null],"b":{"Z":2,"z":1}})");
}

TEST(CanonicalJson, escapes_what_could_end_a_script) {
  EXPECT_EQ(canonical(R"(["<a>&", "\u2028\u2029", "\u0001\n\"\\", "é/"])"),
            R"(["\u003ca\u003e\u0026","\u2028\u2029","\u0001\n\"\\","é/"])");
}

TEST(CanonicalJson, refuses_what_is_not_finite) {
  Budget budget;
  EXPECT_THROW(canonical_json(Value::real(std::numeric_limits<double>::infinity()), budget), Error);
}

TEST(ShortHash, is_the_start_of_the_md5_in_base_36) {
  Budget budget;
  EXPECT_EQ(short_hash(Value::integer(3), budget), "e0ohpb");
  EXPECT_EQ(short_hash(Value::integer(27), budget), "066s1a");
  EXPECT_EQ(short_hash(Value::real(2), budget), "buie52");
}

TEST(LongHash, is_the_start_of_the_sha_256_in_hexadecimal) {
  Budget budget;
  EXPECT_EQ(long_hash(Value::integer(3), budget), "4e07408562bedb8b");
  EXPECT_EQ(long_hash(Value::null(), budget), "74234e98afe7498f");
  EXPECT_EQ(long_hash(Value::string("<b>&"), budget), "bd0d6426d1611783");
}

TEST(OrderDigest, is_fnv_1a_of_128_bits) {
  Budget budget;
  EXPECT_EQ(order_digest(parse_json(R"({"a": 1})", budget), budget), "a930e708924ff78dd36054201cd38dc9");
  const Value pod =
      parse_json(R"({"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "a", "namespace": "d"}})", budget);
  EXPECT_EQ(order_digest(pod, budget), "791f57de0160c28ce67f4bdf102717a7");
}

}  // namespace
}  // namespace evalground::dcontroller
