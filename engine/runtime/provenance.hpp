// Which values each computed value read. Recorded only when a run asks for it.
//
// "Why is the url this?" is answered by the values that went into it. An evaluator brackets the creation of a value
// with a Computation, and reports every value that it reads, by its origin. The reads in between belong to the created
// value:
//
//   url: {concat: [{get_input: host}, ":", {get_attribute: [db, port]}]}
//
//   Computation url           open: [url]            read(host)  ->  url has read host
//     Computation port        open: [url, port]      apart: reads of db.port are its own
//       read(base)                                   -> port has read base, url has not
//     read(port)              open: [url]            ->  url has read host and port
//
// Reads of a part count for the whole. Reads of a computation that is `apart`, such as an attribute evaluated because
// it is read, do not. Invariants: computations nest like scopes. A value without an origin is not recorded.
//
// Every node of an expression is a computation, so this must be fast. The reads of all open computations are in one
// list, the innermost at its end. Completed reads are a range of another list, found by the number of the origin.
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

  // During the lifetime of a Computation, read() counts for it. It ends with the origin of the value that it created.
  // Reads of its parts also count for the whole: the concat of an input has read the input. A computation that is
  // `apart` keeps its reads to itself, such as the evaluation of an attribute that is itself read.
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
    std::size_t outer_;  // where the enclosing computation's reads begin
  };

  void read(OriginId value) {
    if (!recording_ || value == 0 || begin_ == no_computation) return;
    if (is_news(value, open_.size())) open_.push_back(value);
  }
  // The origins of the values read to create that value, in order; empty for any other value. Valid until the next
  // recording.
  std::span<const OriginId> reads(OriginId result) const {
    if (result >= made_.size()) return {};
    return {kept_.data() + made_[result].first, made_[result].count};
  }

 private:
  static constexpr std::size_t most_reads = 100;  // for one value; nobody looks at more
  static constexpr auto no_computation = static_cast<std::size_t>(-1);

  struct Stretch {
    std::uint32_t first = 0;  // of kept_
    std::uint8_t count = 0;
    std::uint8_t room = 0;  // capacity, at least `count`
  };

  // True when a read is new for the innermost computation, whose reads end at `end`.
  bool is_news(OriginId value, std::size_t end) const {
    const auto first = open_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto last = open_.begin() + static_cast<std::ptrdiff_t>(end);
    return end - begin_ < most_reads && std::find(first, last, value) == last;
  }

  // Ends the innermost computation. Its reads go to the enclosing one, or are dropped.
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
    // A value that is created again, as in a loop, replaces the previous record.
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
