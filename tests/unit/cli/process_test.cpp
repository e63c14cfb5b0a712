#include "cli/process.hpp"

#include <gtest/gtest.h>

namespace evalground::cli {
namespace {

ProcessLimits limits(std::chrono::milliseconds time = std::chrono::seconds(20), std::size_t output = 1 << 20) {
  ProcessLimits limits;
  limits.deadline = std::chrono::steady_clock::now() + time;
  limits.output = output;
  return limits;
}

std::vector<std::string> shell(const std::string& script) {
  return {"/bin/sh", "-c", script};
}

TEST(Process, GivesAndTakesLines) {
  Process process(shell("read line; echo \"<$line>\"; echo end"), std::nullopt, limits());
  process.write("hello\n");
  EXPECT_EQ(process.read_line(), "<hello>");
  EXPECT_EQ(process.read_line(), "end");
  EXPECT_EQ(process.read_line(), std::nullopt);
  EXPECT_EQ(process.wait(), 0);
}

TEST(Process, SaysHowItEnded) {
  Process process(shell("echo oops >&2; exit 3"), std::nullopt, limits());
  EXPECT_EQ(process.read_all(), "");
  EXPECT_EQ(process.wait(), 3);
  EXPECT_EQ(process.complaints(), "oops");
}

TEST(Process, HasNoOtherEnvironmentThanTheOneThatIsGiven) {
  for (const std::size_t count : {0U, 1U, 3U, 100U}) {
    std::vector<std::string> variables;
    std::string lines;
    for (std::size_t at = 0; at < count; ++at) {
      variables.push_back("V" + std::to_string(at) + "=" + std::string(at % 30, 'x'));
      lines += variables.back() + "\n";
    }
    Process process({find_program("env").value()}, variables, limits());
    EXPECT_EQ(process.read_all(), lines);
  }
}

TEST(Process, IsEndedAtTheDeadline) {
  Process process(shell("while :; do :; done"), std::nullopt, limits(std::chrono::milliseconds(50)));
  EXPECT_THROW(process.read_line(), ProcessTimeout);
}

TEST(Process, IsEndedAtTheDeadlineWhenItTakesNothing) {
  Process process(shell("while :; do :; done"), std::nullopt, limits(std::chrono::milliseconds(50)));
  EXPECT_THROW(process.write(std::string(1 << 20, 'x')), ProcessTimeout);
}

TEST(Process, MayNotGiveMoreThanIsAllowed) {
  Process process(shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"), std::nullopt,
                  limits(std::chrono::seconds(20), 1000));
  EXPECT_THROW(process.read_all(), ProcessError);
}

TEST(Process, ThatHasEndedTakesNothing) {
  Process process(shell("exit 0"), std::nullopt, limits());
  process.wait();
  EXPECT_THROW(process.write(std::string(1 << 20, 'x')), ProcessError);
}

TEST(FindProgram, LooksThroughThePath) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("no-such-program-anywhere"));
}

}  // namespace
}  // namespace evalground::cli
