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
// it is read, do not. Invariants: computations nest like scopes; a value without an origin is no computation.
//
// A computation is made for each node of an expression: so the reads of all that are open stand in one list, those of
// the innermost at its end, and what is kept is a stretch of another, found by the number of the origin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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
    explicit Computation(Provenance& provenance, Kind kind = Kind::part)
        : provenance_(provenance), kind_(kind), outer_(provenance.begin_) {
      if (provenance_.recording_) provenance_.begin_ = provenance_.open_.size();
    }
    ~Computation() {
      if (provenance_.recording_) provenance_.close(outer_, kind_ == Kind::part);
    }
    Computation(const Computation&) = delete;
    Computation& operator=(const Computation&) = delete;
    void made(OriginId result) {
      if (provenance_.recording_ && result != 0) provenance_.keep(result);
    }

   private:
    Provenance& provenance_;
    Kind kind_;
    std::size_t outer_;  // where the reads of the computation around it begin
  };

  void read(OriginId value) {
    if (!recording_ || value == 0 || begin_ == no_computation) return;
    if (is_news(value, open_.size())) open_.push_back(value);
  }
  // The origins of what was read to make that value, in order; none of a value that was not made. Lives until more is
  // kept.
  std::span<const OriginId> reads(OriginId result) const {
    if (result >= made_.size()) return {};
    return {kept_.data() + made_[result].first, made_[result].count};
  }

 private:
  static constexpr std::size_t most_reads = 100;  // of one value; nobody looks at more
  static constexpr auto no_computation = static_cast<std::size_t>(-1);

  struct Stretch {
    std::uint32_t first = 0;  // of kept_
    std::uint8_t count = 0;
    std::uint8_t room = 0;  // at least as many
  };

  // Whether a read adds to those of the innermost computation, which end at `end`.
  bool is_news(OriginId value, std::size_t end) const {
    const auto first = open_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto last = open_.begin() + static_cast<std::ptrdiff_t>(end);
    return end - begin_ < most_reads && std::find(first, last, value) == last;
  }

  // Ends the innermost computation; its reads go to that around it, or are forgotten.
  void close(std::size_t outer, bool counts) {
    const std::size_t inner = begin_;
    begin_ = outer;
    std::size_t end = inner;
    if (counts && outer != no_computation) {
      for (std::size_t at = inner; at < open_.size(); ++at) {
        if (is_news(open_[at], end)) open_[end++] = open_[at];
      }
    }
    open_.resize(end);
  }

  void keep(OriginId result) {
    if (result >= made_.size()) made_.resize(std::max<std::size_t>(result + 1, made_.size() * 2));
    Stretch& stretch = made_[result];
    const std::size_t count = open_.size() - begin_;
    // What is made again, as in a loop, takes the place of what was made before.
    if (count > stretch.room) {
      stretch.first = static_cast<std::uint32_t>(kept_.size());
      stretch.room = static_cast<std::uint8_t>(count);
      kept_.resize(kept_.size() + count);
    }
    stretch.count = static_cast<std::uint8_t>(count);
    std::copy(open_.begin() + static_cast<std::ptrdiff_t>(begin_), open_.end(), kept_.begin() + stretch.first);
  }

  bool recording_;
  std::size_t begin_ = no_computation;  // of the innermost computation's reads in open_
  std::vector<OriginId> open_;
  std::vector<OriginId> kept_;
  std::vector<Stretch> made_;  // of kept_, by origin
};

}  // namespace evalground
