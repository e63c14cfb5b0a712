#include "dialects/unfurl/functions/image.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

std::string read_and_written(std::string_view text) {
  const auto image = parse_image_name(text);
  return image ? image_text(*image) : "nothing";
}

TEST(ImageName, IsWrittenAsItWasRead) {
  for (const std::string_view text :
       {"nginx", "nginx:1.2", "lib/nginx:1.2", "registry.example.com:8080/lib/nginx:1.2"}) {
    EXPECT_EQ(read_and_written(text), text);
  }
}

TEST(ImageName, SaysWhichDigestItIs) {
  EXPECT_EQ(read_and_written("r.io/a/nginx@0ab1"), "r.io/a/nginx@sha256:0ab1");
  EXPECT_EQ(read_and_written("r.io/a/nginx@sha256:0ab1"), "r.io/a/nginx@sha256:0ab1");
}

TEST(ImageName, IsInLowerCaseButNotItsHost) {
  EXPECT_EQ(read_and_written("Host:1/Lib/Nginx"), "Host:1/lib/nginx");
}

TEST(ImageName, TakesTheFirstPartForAHostOnlyWhenItLooksLikeOne) {
  EXPECT_EQ(parse_image_name("lib/nginx")->host, "");
  EXPECT_EQ(parse_image_name("a/lib/nginx")->host, "a");
  EXPECT_EQ(parse_image_name("localhost:5000/nginx")->host, "localhost:5000");
}

TEST(ImageName, IsNothingWithoutAName) {
  EXPECT_EQ(read_and_written(""), "nothing");
  EXPECT_EQ(read_and_written(":tag"), "nothing");
}

}  // namespace
}  // namespace evalground::unfurl
