// Semantic tokens that an editor has, so that it can be sent what has changed of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

class TokenStore {
 public:
  // That which session() gave.
  explicit TokenStore(const Map& session);

  // {resultId, data}
  Value full(const std::string& uri, const Value& data);
  // {resultId, edits}, or all of them where those of that result are not known any more.
  Value delta(const std::string& uri, std::string_view previous, const Value& data);
  void forget(const std::string& uri) { sent_.erase(uri); }
  Map session() const;

 private:
  struct Sent {
    std::string id;
    std::string data;  // the numbers as JSON, which few messages read
  };
  std::string keep(const std::string& uri, const Value& data);

  std::map<std::string, Sent> sent_;
  std::int64_t next_;
};

}  // namespace evalground::language_server
