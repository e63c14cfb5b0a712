// Version numbers as Ansible's test `version` parses and compares them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::ansible {

enum class VersionScheme : std::uint8_t {
  loose,   // runs of digits, lower-case letters and anything between: "1.2b1" -> 1 2 b 1
  strict,  // N.N[.N][aN|bN]
  semver,  // Semantic Versioning 2.0, ignoring build metadata
  pep440   // Python packages: epoch, release, pre, post, dev, local
};

// The scheme with that name: "loose", "strict", "semver", "semantic", "pep440".
std::optional<VersionScheme> version_scheme(std::string_view name);

// A version as a list compared from the left. If one list is a prefix of the other, the longer one is greater.
struct Version {
  struct Part {
    int rank;               // parts of different rank compare by rank only
    bool is_number;         // digits, compared by value; otherwise text, compared by code point
    std::string_view text;  // a part of the version's text, or a constant
  };
  std::vector<Part> parts;
  std::vector<std::shared_ptr<const std::string>> kept;
};

// The parts refer to the text. Absent when the text is not a version of that scheme.
std::optional<Version> read_version(VersionScheme scheme, std::string_view text);

// Negative, 0 or positive; absent when a number meets a text, which loose versions cannot compare.
std::optional<int> compare_versions(const Version& a, const Version& b);

}  // namespace evalground::ansible
