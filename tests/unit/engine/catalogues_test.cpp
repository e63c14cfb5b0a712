// Every function of every dialect is documented: in the catalogue itself and in the dialect's guide.
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

List catalogue_entries(const std::string& dialect) {
  Budget budget;
  return parse_json(catalogue(dialect), budget).as_list();
}

std::string entry_text(const Value& entry, std::string_view key) {
  return std::string(entry.as_map().find(key)->as_string());
}

std::vector<std::string> dialect_names() {
  std::vector<std::string> names;
  for (const Value& dialect : catalogue_entries("")) names.push_back(entry_text(dialect, "id"));
  return names;
}

std::string document(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A dialect's guide, followed by the guides of other dialects that it links to: "[…](../ansible/guide.md)".
std::string whole_guide(const std::string& dialect) {
  const std::string folder = "engine/dialects/" + dialect + "/";
  std::string guide = document(folder + "guide.md");
  const std::size_t end = guide.size();
  for (std::size_t at = guide.find("]("); at < end; at = guide.find("](", at + 2)) {
    const std::string target = guide.substr(at + 2, guide.find_first_of(")#", at) - at - 2);
    if (target.starts_with("../") && target.ends_with("/guide.md")) guide += document(folder + target);
  }
  return guide;
}

TEST(Catalogues, give_each_entry_a_summary_and_an_example) {
  for (const std::string& dialect : dialect_names()) {
    for (const Value& entry : catalogue_entries(dialect)) {
      EXPECT_NE(entry_text(entry, "summary"), "") << entry_text(entry, "name");
      EXPECT_FALSE(entry.as_map().find("examples")->as_list().empty())
          << entry_text(entry, "kind") << " " << entry_text(entry, "name");
    }
  }
}

TEST(Catalogues, are_whole_in_the_guides) {
  for (const std::string& dialect : dialect_names()) {
    const std::string guide = whole_guide(dialect);
    for (const Value& entry : catalogue_entries(dialect)) {
      if (entry_text(entry, "kind") == "directive") continue;  // shown with a path: "+/a/b"
      const std::string name = entry_text(entry, "name");
      EXPECT_NE(guide.find("`" + name + "`"), std::string::npos) << dialect << " " << name;
    }
  }
}

}  // namespace
}  // namespace evalground
