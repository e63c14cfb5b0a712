// The semantic tokens that an editor has, so that only changes are sent.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

class TokenStore {
 public:
  // The state from session().
  explicit TokenStore(const Map& session);

  // {resultId, data}
  Value full(const std::string& uri, const Value& data);
  // {resultId, edits}, or all tokens if that result is no longer known.
  Value delta(const std::string& uri, std::string_view previous, const Value& data);
  void forget(const std::string& uri) { sent_.erase(uri); }
  Map session() const;

 private:
  struct Sent {
    std::string id;
    std::string data;  // the numbers as JSON, because few messages read them
  };
  std::string keep(const std::string& uri, const Value& data);

  std::map<std::string, Sent> sent_;
  std::int64_t next_;
};

}  // namespace evalground::language_server
