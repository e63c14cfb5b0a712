// Version numbers as Ansible's test `version` reads and orders them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::ansible {

enum class VersionScheme : std::uint8_t {
  loose,   // runs of digits, lower-case letters and what is between: "1.2b1" -> 1 2 b 1
  strict,  // N.N[.N][aN|bN]
  semver,  // Semantic Versioning 2.0; build metadata does not count
  pep440   // Python packages: epoch, release, pre, post, dev, local
};

// The scheme of a name: "loose", "strict", "semver", "semantic", "pep440".
std::optional<VersionScheme> version_scheme(std::string_view name);

// A version as a list that is compared from the left; the longer of two is the greater where the rest is the same.
struct Version {
  struct Part {
    int rank;               // what is of another rank is less or greater whatever it says
    bool is_number;         // digits, compared by value; otherwise text, compared by code point
    std::string_view text;  // of the version's own text, or one that is kept
  };
  std::vector<Part> parts;
  std::vector<std::shared_ptr<const std::string>> kept;
};

// The parts view the text. Nothing when the text is no version of the scheme.
std::optional<Version> read_version(VersionScheme scheme, std::string_view text);

// Negative, 0 or positive; nothing when a number meets a text, which loose versions cannot compare.
std::optional<int> compare_versions(const Version& a, const Version& b);

}  // namespace evalground::ansible
