// The versions of templates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace evalground::heat {

enum class Version : std::uint8_t {
  v2013_05_23,
  v2014_10_16,
  v2015_04_30,
  v2015_10_15,
  v2016_04_08,
  v2016_10_14,
  v2017_02_24,
  v2017_09_01,
  v2018_03_02,
  v2018_08_31,
  v2021_04_16
};

inline constexpr Version newest_version = Version::v2021_04_16;

// Finds a version by its date or release: "2021-04-16", "wallaby".
std::optional<Version> version_of(std::string_view text);
std::string_view version_text(Version version);

}  // namespace evalground::heat
