// Which values each computed value read; recorded only when a run asks for it.
//
// "Why is the url this?" is answered by the values that went into it. An evaluator brackets the making of a value with
// a Computation and tells every value that it reads, by its origin; what was read in between belongs to the value made:
//
//   url: {concat: [{get_input: host}, ":", {get_attribute: [db, port]}]}
//
//   Computation url           open: [url]            read(host)  ->  url has read host
//     Computation port        open: [url, port]      apart: reads of db.port are its own
//       read(base)                                   -> port has read base, url has not
//     read(port)              open: [url]            ->  url has read host and port
//
// Reads of a part count for the whole; those of a computation that is `apart`, an attribute that is evaluated because
// it is read, do not. Invariants: computations nest like scopes; a value without an origin has no reads, and is none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

class Provenance {
 public:
  explicit Provenance(bool recording) : recording_(recording) {}
  bool recording() const noexcept { return recording_; }

  // While a Computation lives, read() counts for it; it ends with the origin of the value that it made. What a part of
  // it has read counts for the whole too: the concat of an input has read the input. What is `apart`, such as the
  // evaluation of an attribute that is itself what was read, keeps its reads to itself.
  class Computation {
   public:
    enum class Kind : std::uint8_t { part, apart };
    explicit Computation(Provenance& provenance, Kind kind = Kind::part) : provenance_(provenance), kind_(kind) {
      if (provenance_.recording_) provenance_.open_.emplace_back();
    }
    ~Computation() {
      if (!provenance_.recording_) return;
      const std::vector<OriginId> inner = std::move(provenance_.open_.back());
      provenance_.open_.pop_back();
      if (kind_ == Kind::apart) return;
      for (const OriginId value : inner) provenance_.read(value);
    }
    Computation(const Computation&) = delete;
    Computation& operator=(const Computation&) = delete;
    void made(OriginId result) {
      if (provenance_.recording_ && result != 0) provenance_.reads_[result] = provenance_.open_.back();
    }

   private:
    Provenance& provenance_;
    Kind kind_;
  };

  void read(OriginId value) {
    if (!recording_ || value == 0 || open_.empty()) return;
    std::vector<OriginId>& reads = open_.back();
    if (std::find(reads.begin(), reads.end(), value) == reads.end() && reads.size() < most_reads)
      reads.push_back(value);
  }
  // The origins of what was read to make that value, in order.
  const std::vector<OriginId>* reads(OriginId result) const {
    const auto found = reads_.find(result);
    return found == reads_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr std::size_t most_reads = 100;  // of one value; nobody looks at more
  bool recording_;
  std::vector<std::vector<OriginId>> open_;
  std::unordered_map<OriginId, std::vector<OriginId>> reads_;
};

}  // namespace evalground
