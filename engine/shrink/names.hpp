// The names in a text that say something of who wrote it: words, addresses, versions, keys. And what they are called in
// a disguise.
//
//   web01.shop.example.org   words "web" and "shop"; digits, "example" and "org" stay
//   10.20.30.41/24           one address; all of 10.20.30.0/24 have another network in common
//   app_url, AppUrl          words "app" and "url", each in its own case
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shrink/words.hpp"

namespace evalground::shrinking {

struct Name {
  enum class Kind : std::uint8_t { word, address, version, key };
  Kind kind;
  std::uint32_t begin;  // bytes
  std::uint32_t end;
};

// In document order, without overlaps.
std::vector<Name> names_in(std::string_view text, const KnownWords& known);

// What identifies a name: a word in lower case, anything else as it stands.
std::string identity(const Name& name, std::string_view text);

class Disguise {
 public:
  explicit Disguise(const KnownWords& known) : known_(known) {}

  void meet(std::string_view text);
  // Gives each name that was met another, in an order that sorts as they do. With `lengths` a word stays as long as
  // it is.
  void choose(bool lengths);

  // All that is renamed, and what of it.
  const std::map<std::string, std::string>& table() const { return table_; }
  std::string text(std::string_view text, const std::set<std::string>& stay) const;
  // The replacement of a name in a text, in the same case; the name itself if it stays.
  std::string name(const Name& name, std::string_view text, const std::set<std::string>& stay) const;
  const KnownWords& known() const { return known_; }

 private:
  std::string address(std::string_view written);

  const KnownWords& known_;
  std::map<std::string, Name::Kind> met_;
  std::map<std::string, std::string> table_;
  std::map<std::string, unsigned> networks_;  // of a prefix, how many parts were met in it
  std::map<std::string, unsigned> parts_;
};

}  // namespace evalground::shrinking
