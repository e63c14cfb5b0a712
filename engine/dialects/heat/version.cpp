#include "dialects/heat/version.hpp"

namespace evalground::heat {
namespace {

struct Known {
  std::string_view date;
  std::string_view release;
};

// In the order of Version.
constexpr Known versions[] = {{"2013-05-23", ""},      {"2014-10-16", ""},       {"2015-04-30", ""},
                              {"2015-10-15", ""},      {"2016-04-08", ""},       {"2016-10-14", "newton"},
                              {"2017-02-24", "ocata"}, {"2017-09-01", "pike"},   {"2018-03-02", "queens"},
                              {"2018-08-31", "rocky"}, {"2021-04-16", "wallaby"}};

struct Range {
  std::string_view name;
  Version first;
  Version last;
};

constexpr Version newest = Version::v2021_04_16;

constexpr Range value_functions[] = {
    {"get_param", Version::v2013_05_23, newest},
    {"get_resource", Version::v2013_05_23, newest},
    {"get_attr", Version::v2013_05_23, newest},
    {"list_join", Version::v2013_05_23, newest},
    {"str_replace", Version::v2013_05_23, newest},
    {"get_file", Version::v2013_05_23, newest},
    {"resource_facade", Version::v2013_05_23, newest},
    {"Ref", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::Join", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::Split", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::Replace", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::Base64", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::GetAZs", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::MemberListToMap", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::ResourceFacade", Version::v2013_05_23, Version::v2013_05_23},
    {"Fn::Select", Version::v2013_05_23, Version::v2015_04_30},
    {"repeat", Version::v2015_04_30, newest},
    {"digest", Version::v2015_04_30, newest},
    {"str_split", Version::v2015_10_15, newest},
    {"map_merge", Version::v2016_04_08, newest},
    {"if", Version::v2016_10_14, newest},
    {"yaql", Version::v2016_10_14, newest},
    {"map_replace", Version::v2016_10_14, newest},
    {"filter", Version::v2017_02_24, newest},
    {"str_replace_strict", Version::v2017_02_24, newest},
    {"make_url", Version::v2017_09_01, newest},
    {"list_concat", Version::v2017_09_01, newest},
    {"list_concat_unique", Version::v2017_09_01, newest},
    {"contains", Version::v2017_09_01, newest},
    {"str_replace_vstrict", Version::v2017_09_01, newest},
};

constexpr Range condition_functions[] = {
    {"get_param", Version::v2016_10_14, newest}, {"equals", Version::v2016_10_14, newest},
    {"not", Version::v2016_10_14, newest},       {"and", Version::v2016_10_14, newest},
    {"or", Version::v2016_10_14, newest},        {"yaql", Version::v2017_09_01, newest},
    {"contains", Version::v2017_09_01, newest},
};

}  // namespace

std::optional<Version> version_of(std::string_view text) {
  for (std::size_t at = 0; at < std::size(versions); ++at) {
    if (!text.empty() && (text == versions[at].date || text == versions[at].release)) return static_cast<Version>(at);
  }
  return std::nullopt;
}

std::string_view version_text(Version version) {
  return versions[static_cast<std::size_t>(version)].date;
}

Availability function_availability(std::string_view name, Version version) {
  for (const Range& function : value_functions) {
    if (function.name != name) continue;
    return version < function.first  ? Availability::not_yet
           : version > function.last ? Availability::removed
                                     : Availability::present;
  }
  return Availability::unknown;
}

bool is_condition_function(std::string_view name, Version version) {
  for (const Range& function : condition_functions) {
    if (function.name == name) return version >= function.first;
  }
  return false;
}

}  // namespace evalground::heat
