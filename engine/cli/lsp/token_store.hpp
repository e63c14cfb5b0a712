// Semantic tokens that an editor has, so that it can be sent what has changed of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

class TokenStore {
 public:
  // {resultId, data}
  Value full(const std::string& uri, const Value& data);
  // {resultId, edits}, or all of them where those of that result are not known any more.
  Value delta(const std::string& uri, std::string_view previous, const Value& data);
  void forget(const std::string& uri) { sent_.erase(uri); }

 private:
  struct Sent {
    std::string id;
    std::vector<std::int64_t> data;
  };
  std::string keep(const std::string& uri, std::vector<std::int64_t> data);

  std::map<std::string, Sent> sent_;
  std::uint64_t next_ = 1;
};

}  // namespace evalground::cli
