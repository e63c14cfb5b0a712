// Versions of HOT. From 2016-10-14 on a template may name the release of OpenStack instead of the date.
#include "dialects/heat/version.hpp"

namespace evalground::heat {
namespace {

struct Known {
  std::string_view date;
  std::string_view release;
};

// In the order of the enum Version.
constexpr Known known_versions[] = {{"2013-05-23", ""},      {"2014-10-16", ""},       {"2015-04-30", ""},
                                    {"2015-10-15", ""},      {"2016-04-08", ""},       {"2016-10-14", "newton"},
                                    {"2017-02-24", "ocata"}, {"2017-09-01", "pike"},   {"2018-03-02", "queens"},
                                    {"2018-08-31", "rocky"}, {"2021-04-16", "wallaby"}};

}  // namespace

std::optional<Version> version_of(std::string_view text) {
  for (std::size_t at = 0; at < std::size(known_versions); ++at) {
    if (!text.empty() && (text == known_versions[at].date || text == known_versions[at].release))
      return static_cast<Version>(at);
  }
  return std::nullopt;
}

std::string_view version_text(Version version) {
  return known_versions[static_cast<std::size_t>(version)].date;
}

}  // namespace evalground::heat
