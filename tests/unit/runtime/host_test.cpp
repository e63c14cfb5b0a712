#include "runtime/host.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"

namespace evalground {
namespace {

TEST(ClosedHost, LeavesAUrlOpenUnderItsName) {
  try {
    ClosedHost().call("fetch", Map{{"url", Value::string("https://example.org/a.yaml")}});
    FAIL();
  } catch (const Pending& pending) {
    EXPECT_EQ(pending.service, "fetch");
    EXPECT_EQ(pending.file, "https://example.org/a.yaml");
  }
}

TEST(ClosedHost, AsksForNoUrlThatIsSecret) {
  EXPECT_THROW(ClosedHost().call("fetch", Map{{"url", Value::string("https://example.org/?key=hunter2").with_sensitive()}}),
               Error);
}

TEST(ClosedHost, SaysHowPythonIsAllowed) {
  const Value answer = ClosedHost().call("python", Map{});
  EXPECT_NE(answer.as_map().find("unavailable")->as_string().find("--allow-python"), std::string_view::npos);
}

}  // namespace
}  // namespace evalground
