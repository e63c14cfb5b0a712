// Which values each computed value read; recorded only when a run asks for it.
#pragma once

#include <unordered_map>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

class Provenance {
 public:
  explicit Provenance(bool recording) : recording_(recording) {}
  bool recording() const noexcept { return recording_; }

  // While a Computation lives, read() counts for it; it ends with the origin of the value that it made.
  class Computation {
   public:
    explicit Computation(Provenance& provenance) : provenance_(provenance) {
      if (provenance_.recording_) provenance_.open_.emplace_back();
    }
    ~Computation() {
      if (provenance_.recording_) provenance_.open_.pop_back();
    }
    Computation(const Computation&) = delete;
    Computation& operator=(const Computation&) = delete;
    void made(OriginId result) {
      if (provenance_.recording_ && result != 0) provenance_.reads_[result] = provenance_.open_.back();
    }

   private:
    Provenance& provenance_;
  };

  void read(OriginId value) {
    if (recording_ && value != 0 && !open_.empty()) open_.back().push_back(value);
  }
  // The origins of what was read to make that value, in order.
  const std::vector<OriginId>* reads(OriginId result) const {
    const auto found = reads_.find(result);
    return found == reads_.end() ? nullptr : &found->second;
  }

 private:
  bool recording_;
  std::vector<std::vector<OriginId>> open_;
  std::unordered_map<OriginId, std::vector<OriginId>> reads_;
};

}  // namespace evalground
