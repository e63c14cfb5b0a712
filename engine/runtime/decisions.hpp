// Conditions of a run and what they decided, recorded when a run asks for it: they answer "why not?" (docs/change.md).
//
//   data:  servers: [{name: web-1, status: ACTIVE}, {name: web-2, status: ERROR}]
//   query: $.servers.where($.status = ACTIVE)
//
//   condition `$.status = ACTIVE`, subject $.servers[0]: holds
//   condition `$.status = ACTIVE`, subject $.servers[1]: does not hold, so the item was dropped
//
// A condition has read values like any computation: the reads of its origin are in Provenance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/provenance.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

class Decisions {
 public:
  struct Decision {
    OriginId condition;
    OriginId subject;  // an item, or the text that is used or skipped: a branch, a resource, a promise
    bool holds;
    bool wanted;  // what `holds` must be for the subject to be used
    bool is_item;
  };
  static constexpr std::size_t most = 10'000;

  // Both must outlive the object.
  Decisions(Sources& sources, Provenance& provenance, bool recording)
      : sources_(sources), provenance_(provenance), recording_(recording) {}
  bool recording() const noexcept { return recording_; }
  const std::vector<Decision>& all() const { return all_; }

  // The evaluation of one condition, during its lifetime. When nothing is recorded, it costs a branch.
  class Condition {
   public:
    Condition(Decisions& decisions, OriginId where)
        : decisions_(decisions), where_(where), computation_(decisions.provenance_) {}

    // What it decided; once for each subject.
    void decides(bool holds, OriginId subject, bool wanted = true, bool is_item = false) {
      if (!decisions_.recording_ || where_ == 0 || subject == 0 || decisions_.all_.size() == most) return;
      // Each evaluation has an origin of its own, because what it read is its own.
      if (own_ == 0) {
        const Origin place = decisions_.sources_.origin(where_);
        own_ = decisions_.sources_.add(place);
        computation_.made(own_);
      }
      decisions_.all_.push_back({own_, subject, holds, wanted, is_item});
    }
    bool decides_item(bool holds, OriginId item, bool wanted = true) {
      decides(holds, item, wanted, true);
      return holds;
    }

   private:
    Decisions& decisions_;
    OriginId where_;
    OriginId own_ = 0;
    Provenance::Computation computation_;
  };

  // Keeps the value of an input, whose place has no text, or of a template, whose text is not its value: the last one
  // counts. Nothing for a sensitive one.
  void note(OriginId where, const Value& value) {
    if (recording_ && where != 0 && !value.sensitive()) values_.insert_or_assign(where, value);
  }
  // Undefined when unknown.
  Value value(OriginId where) const {
    const auto known = values_.find(where);
    return known == values_.end() ? Value() : known->second;
  }

 private:
  Sources& sources_;
  Provenance& provenance_;
  bool recording_;
  std::vector<Decision> all_;
  std::unordered_map<OriginId, Value> values_;
};

}  // namespace evalground
