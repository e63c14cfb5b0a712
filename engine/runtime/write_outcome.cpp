// Turns the outcome of an evaluation into JSON, the text that the page, the command and the package receive.
//
// This is the one place where secrets are hidden: dialects hand over values with their `sensitive` flags, and nothing
// leaves the engine except through here. Presenter resolves lazy objects and redacts, Ledger describes the parts of
// what was presented (rows and origins, ledger.hpp), OutcomeWriter assembles the object.
//
// A failure must not cost the user the rest. Each part of the result is attempted on its own, its half-written text is
// taken back, and the failure becomes a diagnostic. What merely describes the result has a budget of its own, so a
// result that just fits the limits still gets its rows.
#include "runtime/write_outcome.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/memory.hpp"
#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/time/datetime.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/write.hpp"
#include "runtime/ledger.hpp"
#include "runtime/outcome_parts.hpp"
#include "runtime/outline_json.hpp"
#include "value/big_integer.hpp"
#include "value/json.hpp"
#include "value/object.hpp"
#include "value/transform.hpp"

namespace evalground {
namespace {

// The replacement for a sensitive key. Those after the first are numbered: "<<REDACTED>> 2".
std::string hidden_key(std::size_t number) {
  return std::string(redaction) + (number > 1 ? " " + std::to_string(number) : "");
}

// Turns a result into plain, redacted data.
class Presenter {
 public:
  explicit Presenter(Context& context) : context_(context) {}

  // An object resolves to plain data or to a long integer; anything else is a mistake of its class. The data may
  // contain objects again, so it is presented in turn. Flags and origin of the object go over to its data, or a lazy
  // secret would be shown. A hidden object is not resolved at all: it might fail, or ask the outside, for something
  // that nobody sees.
  Value present(const Value& value) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (value.is_object() && (!value.sensitive() || is_revealed())) {
      Value plain = value.as_object().resolve(context_);
      if (plain.is_object() && !is_integer(plain))
        throw Error("internal", "A " + std::string(value.as_object().type_name()) + " has no plain value.");
      if (value.sensitive()) plain = std::move(plain).with_sensitive();
      if (plain.origin() == 0) plain = std::move(plain).with_origin(value.origin());
      if (!plain.is_object()) return present(plain);
      return present_plain(plain);
    }
    return present_plain(value);
  }

  // JSON pointers of what was redacted.
  List take_sensitive() { return std::move(sensitive_); }

  // JSON pointers of infinite numbers and NaN, which are null in JSON, to their YAML; and the first one.
  const Map& not_finite() const { return not_finite_; }
  const Value& first_not_finite() const { return first_not_finite_; }

 private:
  Value present_plain(const Value& value) {
    if (value.sensitive() && !is_revealed()) {
      sensitive_.push_back(Value::string(pointer_));
      return Value::string(redaction).with_origin(value.origin());
    }
    switch (value.kind()) {
      case Kind::list:
      case Kind::tuple:
      case Kind::map: return present_parts(value);
      case Kind::real:
        if (!std::isfinite(value.as_real())) note_not_finite(value);
        return value.with_sensitive(false);
      default: return value.with_sensitive(false);
    }
  }

  void note_not_finite(const Value& number) {
    if (not_finite_.empty()) first_not_finite_ = number;
    not_finite_.set(pointer_, Value::string(yaml_real_text(number.as_real())));
  }

  // transform_items() copies a container only when a part differs, so a large plain result is not copied. `next` counts
  // along, because it passes parts without their keys.
  Value present_parts(const Value& value) {
    if (value.is_map() && !context_.options.reveal_all) {
      for (const Map::Entry& entry : value.as_map()) {
        if (entry.key.sensitive()) return present_hidden_keys(value);
      }
    }
    std::size_t next = 0;
    return transform_items(value.with_sensitive(false), [&](const Value& part) {
      const std::size_t at = next++;
      const Step step = value.is_map() ? Step(*this, value.as_map().entry(at).key) : Step(*this, at);
      return present(part);
    });
  }

  // A map with sensitive keys. It is always rebuilt, and its keys are numbered in order: {"<<REDACTED>>": 1,
  // "<<REDACTED>> 2": 2}. Two hidden keys must not become one entry.
  Value present_hidden_keys(const Value& value) {
    Map shown;
    std::size_t hidden = 0;
    for (const Map::Entry& entry : value.as_map()) {
      Value key = entry.key;
      if (key.sensitive()) {
        key = Value::string(hidden_key(++hidden)).with_origin(entry.key.origin());
      }
      const Step step(*this, key);
      shown.set(key, present(entry.value));
    }
    return Value::map(std::move(shown)).with_origin(value.origin());
  }

  // One key or index deeper, for as long as the object lives. It also counts how far the current path agrees with
  // `options.reveal`, the one path that the user asked to see: `revealed_` grows only while every part so far agreed.
  class Step {
   public:
    Step(Presenter& presenter, const Value& key)
        : Step(presenter, key, key.is_string() ? key.as_string() : presenter.text_of_key(key)) {}
    Step(Presenter& presenter, std::size_t index)
        : Step(presenter, Value::integer(static_cast<std::int64_t>(index)), std::to_string(index)) {}
    ~Step() {
      presenter_.pointer_.resize(length_);
      presenter_.revealed_ = matched_;
      --presenter_.depth_;
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    Step(Presenter& presenter, const Value& key, std::string_view text)
        : presenter_(presenter), length_(presenter.pointer_.size()), matched_(presenter.revealed_) {
      append_pointer_part(presenter_.pointer_, text);
      const auto& reveal = presenter_.context_.options.reveal;
      if (reveal && presenter_.depth_ == matched_ && matched_ < reveal->size() &&
          equal_path_part((*reveal)[matched_], key)) {
        ++presenter_.revealed_;
      }
      ++presenter_.depth_;
    }

    static bool equal_path_part(const Value& part, const Value& key) {
      if (part.is_string() && key.is_string()) return part.as_string() == key.as_string();
      return part.kind() == Kind::integer && key.kind() == Kind::integer && part.as_integer() == key.as_integer();
    }
    Presenter& presenter_;
    std::size_t length_;
    std::size_t matched_;
  };

  // Keys that are not text have the text that they get in JSON.
  std::string_view text_of_key(const Value& key) {
    switch (key.kind()) {
      case Kind::null: return "null";
      case Kind::boolean: return key.as_boolean() ? "true" : "false";
      case Kind::integer: return key_ = std::to_string(key.as_integer());
      case Kind::real: return key_ = real_text(key.as_real());
      default: return "?";
    }
  }

  bool is_revealed() const {
    const auto& reveal = context_.options.reveal;
    return context_.options.reveal_all || (reveal && revealed_ == reveal->size() && depth_ >= revealed_);
  }

  Context& context_;
  std::string pointer_;
  std::size_t depth_ = 0;
  std::size_t revealed_ = 0;  // how many leading parts of the revealed path match the current path
  List sensitive_;
  Map not_finite_;
  Value first_not_finite_;
  std::string key_;  // the text of a number that is a key
};

Value stats_value(const Context& context, double milliseconds, std::uint64_t memory) {
  return Value::map({{"ms", Value::real(milliseconds)},
                     {"steps", Value::integer(static_cast<std::int64_t>(context.budget.steps_used()))},
                     {"cacheHits", Value::integer(static_cast<std::int64_t>(context.cache_hits))},
                     {"memory", Value::integer(static_cast<std::int64_t>(memory))},
                     {"clock", Value::string(instant_text(context.clock.now()).value_or(""))},
                     {"seed", Value::integer(context.seed)}});
}

Value asks_value(const Context& context) {
  List list;
  for (const Ask& ask : context.asks) {
    Map entry{{"key", Value::string(ask.key)}, {"name", Value::string(ask.name)}};
    if (!ask.owner.empty()) entry.set("owner", Value::string(ask.owner));
    Value span = span_value(ask.where, context.sources);
    if (!span.is_undefined()) entry.set("span", std::move(span));
    list.push_back(Value::map(std::move(entry)));
  }
  return Value::list(std::move(list));
}

// Most hosts leave no sensitive request open, or show it without the secret. This handles a host that does.
Value pending_value(Context& context, const std::vector<Pending>& pending) {
  const auto shown = [&](const Value& text) {
    std::string plain(text.as_string());
    if (!context.options.reveal_all) context.secrets.redact(plain);
    return Value::string(plain);
  };
  List list;
  for (const Pending& one : pending) {
    Map request;
    for (const auto& [key, part] : Presenter(context).present(one.request).as_map()) {
      request.set(key, part.is_string() ? shown(part) : part);
    }
    list.push_back(Value::map({{"service", Value::string(one.service)},
                               {"request", Value::map(std::move(request))},
                               {"file", shown(Value::string(one.file))}}));
  }
  return Value::list(std::move(list));
}

// Names of files may hold secrets as well, when a document computes them.
Value written_files_value(const Context& context) {
  const bool reveals_all = context.options.reveal_all;
  Map files;
  std::size_t hidden = 0;
  for (const auto& [path, content] : context.files.written()) {
    std::string name(path.as_string());
    if (!reveals_all) context.secrets.redact(name);
    if (path.sensitive() && !reveals_all) name = hidden_key(++hidden);
    if (content.sensitive() && !reveals_all) {
      files.set(name, Value::string(redaction));
    } else if (content.is_string()) {
      files.set(name, content);
    } else {
      files.set(name, Value::map({{"base64", Value::string(encode_base64(content.as_bytes(), Base64Alphabet::standard,
                                                                         Padding::present))}}));
    }
  }
  return Value::map(std::move(files));
}

// The value and the matches are often the same, so an error in both is reported once. So is an exceeded limit, which
// ends every later part.
void report(Context& context, Outcome& outcome, Diagnostic diagnostic) {
  outcome.ok = false;
  const auto is_same = [&](const Diagnostic& known) {
    if (known.code != diagnostic.code) return false;
    return known.code.starts_with("limit-") || (known.message == diagnostic.message && known.where == diagnostic.where);
  };
  if (!std::any_of(context.diagnostics.begin(), context.diagnostics.end(), is_same)) {
    context.diagnostics.push_back(std::move(diagnostic));
  }
}

// True for a detail whose values have origins. Outputs stand for the value, and stages repeat the others.
bool is_part(std::string_view detail) {
  return detail == "resources" || detail == "variables" || detail == "reports";
}

// Takes back what is written to `body` during its lifetime, unless done() is called. A failure in the middle of a text
// must not leave half of it in the outcome.
class Addition {
 public:
  explicit Addition(std::string& body) : body_(body), size_(body.size()) {}
  ~Addition() { body_.resize(std::min(size_, body_.size())); }
  Addition(const Addition&) = delete;
  Addition& operator=(const Addition&) = delete;
  void done() { size_ = std::string::npos; }

 private:
  std::string& body_;
  std::size_t size_;
};

// Runs f, which presents a part of the result in `body`. A failure is reported, and the part is left out.
template <class F>
void attempt(Context& context, Outcome& outcome, std::string& body, F&& f) {
  try {
    Addition addition(body);
    f();
    addition.done();
  } catch (const Error& error) {
    report(context, outcome, error.diagnostic);
  } catch (const LimitError& error) {
    report(context, outcome,
           {Severity::error, error.code(), error.what(), place_in_text(error.where(), context), {}, {}});
  } catch (const Pending& pending) {
    report(context, outcome, {Severity::error, "pending", pending.what(), context.here, {}, {}});
    outcome.pending.push_back(pending);
  }
}

// Runs f, which adds a description of the result to `body`. If f fails, only the description is left out, never the
// result, with a warning unless the evaluation failed with the same error.
template <class F>
void describe(Context& context, std::string_view what, std::string& body, F&& f) {
  const auto leave_out = [&](const std::string& code, OriginId where, std::string_view cause) {
    const auto is_same = [&](const Diagnostic& known) { return known.code == code; };
    if (std::any_of(context.diagnostics.begin(), context.diagnostics.end(), is_same)) return;
    context.warn(where, code, std::string(what).append(" cannot be shown: ").append(cause));
  };
  try {
    Addition addition(body);
    f();
    addition.done();
  } catch (const Error& error) {
    leave_out(error.diagnostic.code, error.diagnostic.where, error.what());
  } catch (const LimitError& error) {
    leave_out(error.code(), place_in_text(error.where(), context), error.what());
  } catch (const Pending&) {
    return;  // the outcome lists its pending requests
  }
}

}  // namespace

void redact_messages(Context& context) {
  if (context.options.reveal_all) return;
  for (Diagnostic& diagnostic : context.diagnostics) context.secrets.redact(diagnostic);
  for (Ask& ask : context.asks) context.secrets.redact(ask.name);
}

void redact_outline(const Context& context, std::vector<OutlineNode>& nodes) {
  if (context.options.reveal_all) return;
  for (OutlineNode& node : nodes) {
    context.secrets.redact(node.value);
    context.secrets.redact(node.note);
    redact_outline(context, node.children);
  }
}

namespace {

class OutcomeWriter {
 public:
  OutcomeWriter(Context& context, Outcome& outcome, const Dialect* dialect, const Describing& describing)
      : context_(context), outcome_(outcome), dialect_(dialect), describing_(describing) {}

  // The order matters. The result is charged to the evaluation, and its diagnostics must exist before the rows that
  // quote them. Diagnostics come last, because every part before may add one. Memory is unlimited for them: an
  // evaluation that ran out of it must still be able to say so. `ok` was written first as false, and is corrected at
  // the end.
  std::string write(const RunCost& cost) {
    attempt(context_, outcome_, body_, [&] { add_value(); });
    attempt(context_, outcome_, body_, [&] { add_text(); });
    attempt(context_, outcome_, body_, [&] { add_details(); });
    closing_.emplace(Limits{.steps = 1ULL << 32, .output = 64ULL << 20});
    attempt(context_, outcome_, body_, [&] {
      if (!context_.files.written().empty()) add("files", written_files_value(context_));
      if (!sensitive_.empty()) add("sensitive", Value::list(sensitive_));
      if (!not_finite_.empty()) add("notFinite", Value::map(not_finite_));
    });
    // Its descriptions, as far as the run options ask for them. Messages first: rows hold them too.
    redact_messages(context_);
    add_descriptions();
    // Why there is no result is said whatever it takes: messages are short.
    const MemoryAccount own(UINT64_MAX);
    redact_messages(context_);  // of what failed meanwhile
    if (!context_.diagnostics.empty()) add("diagnostics", diagnostics_value(context_.diagnostics, context_.sources));
    if (!context_.asks.empty()) add("asks", asks_value(context_));
    if (!outcome_.pending.empty()) add("pending", pending_value(context_, outcome_.pending));
    add("stats", stats_value(context_, cost.milliseconds, cost.memory));
    if (outcome_.ok) body_.replace(0, failed_begin.size(), R"({"ok":true)");
    body_ += '}';
    return std::move(body_);
  }

 private:
  static constexpr std::string_view failed_begin = R"({"ok":false)";

  void add(std::string_view key, const Value& value) {
    body_ += ",\"" + std::string(key) + "\":" + write_json(value, *closing_);
  }

  void add_value() {
    if (!outcome_.value) return;
    Presenter presenter(context_);
    presented_ = presenter.present(*outcome_.value);
    const std::string json = write_json(presented_, context_.budget);
    body_ += ",\"value\":" + json;
    sensitive_ = presenter.take_sensitive();
    take_not_finite(presenter);
  }

  // JSON has no infinity and no NaN. The pointers let a reader put them back.
  void take_not_finite(const Presenter& presenter) {
    if (presenter.not_finite().empty()) return;
    not_finite_ = presenter.not_finite();
    const Value& first = presenter.first_not_finite();
    const std::size_t others = not_finite_.size() - 1;
    std::string message = "The result contains " + yaml_real_text(first.as_real());
    if (others > 0) message += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
    context_.warn(first.origin(), "not-finite", message + ", which JSON cannot write: null in JSON, kept in YAML.");
  }

  void add_text() {
    if (!outcome_.text) return;
    context_.budget.output(outcome_.text->size());
    body_ += ",\"text\":";
    append_json_string(body_, *outcome_.text);
  }

  void add_details() {
    if (outcome_.matches) {
      const Value matches = Presenter(context_).present(*outcome_.matches);
      body_ += ",\"matches\":" + write_json(matches, context_.budget);
    }
    for (const auto& [key, detail] : outcome_.details) {
      Presenter presenter(context_);
      const Value plain = presenter.present(detail);
      if (!outcome_.value && key.as_string() == "outputs") {  // then these are the result, key by key
        presented_ = plain;
        sensitive_ = presenter.take_sensitive();
        take_not_finite(presenter);
      } else if (context_.options.provenance && is_part(key.as_string())) {
        parts_.push_back({key.as_string(), plain, presenter.take_sensitive()});
      }
      body_ += ",\"" + std::string(key.as_string()) + "\":" + write_json(plain, context_.budget);
    }
  }

  void add_descriptions() {
    if (context_.options.provenance) {
      describe(context_, "Where the values come from", body_, [&] { add_provenance(); });
    }
    if (dialect_ != nullptr && context_.options.outline) {
      describe(context_, "The resource tree", body_, [&] {
        std::vector<OutlineNode> nodes = dialect_->outline(context_);
        redact_outline(context_, nodes);
        const OutlineJson written = outline_json(nodes, context_.sources, *closing_, describing_.most_nodes);
        body_ += ",\"outline\":";
        body_ += written.json;
        counts_.set("nodes", Value::integer(static_cast<std::int64_t>(written.count)));
      });
    }
    if (dialect_ != nullptr && context_.options.tokens) {
      describe(context_, "Syntax highlighting", body_, [&] {
        body_ += ",\"tokens\":";
        body_ += tokens_json(dialect_->tokens(context_), context_.sources, *closing_, describing_.tokens_in);
      });
    }
    if (!counts_.empty()) add("counts", Value::map(counts_));
    if (context_.trace || !context_.trace.first_steps().empty()) {
      describe(context_, "The trace", body_, [&] { add("trace", trace_value(context_, outcome_, presented_)); });
    }
    if (context_.decisions.recording()) {
      describe(context_, "The conditions", body_, [&] {
        add("decisions", decisions_value(context_));
        if (context_.decisions.all().size() == Decisions::most) add("decisionsEnd", Value::boolean(true));
      });
    }
    for (const Map::Entry& one : outcome_.found) {
      describe(context_, "A part of the outcome", body_, [&] { add(one.key.as_string(), one.value); });
    }
  }

  void add_provenance() {
    body_ += "," + described(presented_, sensitive_, "", counts_);
    // The details beside the result have rows and origins of their own.
    std::string parts;
    for (const Part& part : parts_) {
      Map counts;
      parts += (parts.empty() ? "\"" : ",\"") + std::string(part.name) + "\":{" +
               described(part.value, part.sensitive, part.name, counts);
      parts += ",\"counts\":" + write_json(Value::map(counts), *closing_);
      if (!part.sensitive.empty()) parts += ",\"sensitive\":" + write_json(Value::list(part.sensitive), *closing_);
      parts += '}';
    }
    if (!parts.empty()) body_ += ",\"parts\":{" + parts + "}";
    if (outcome_.text && !outcome_.text_map.stretches.empty()) {
      body_ += ",\"textMap\":" + text_map_json(outcome_.text_map, *outcome_.text, context_, *closing_);
    }
  }

  // The rows and origins of the result, or of a part beside it. Sets how many there are.
  std::string described(const Value& value, const List& hidden, std::string_view part, Map& counts) {
    Ledger ledger(context_, *closing_, describing_.most_rows, hidden, outcome_.failed, part);
    if (!value.is_undefined()) ledger.add(value);
    for (const FailedKey& failed : outcome_.failed) {
      if (failed.part == part) ledger.add_failed(failed);
    }
    counts.set("rows", Value::integer(static_cast<std::int64_t>(ledger.row_count())));
    counts.set("values", Value::integer(static_cast<std::int64_t>(ledger.value_count())));
    return "\"rows\":" + ledger.rows() + ",\"origins\":" + ledger.origins();
  }

  struct Part {
    std::string_view name;
    Value value;
    List sensitive;
  };

  Context& context_;
  Outcome& outcome_;
  const Dialect* dialect_;
  const Describing& describing_;
  // Of what describes the result: bounded, but not by what the evaluation left. Only from then on, because long
  // integers of the result are charged to the budget that was created last.
  std::optional<Budget> closing_;
  std::string body_{failed_begin};
  // The result: value or outputs, and the details beside it that have rows of their own.
  Value presented_;
  List sensitive_;
  Map not_finite_;
  std::vector<Part> parts_;
  Map counts_;  // how many rows, values and nodes there are; the outcome may describe fewer
};

}  // namespace

std::string write_outcome(Context& context, Outcome& outcome, const Dialect* dialect, const RunCost& cost,
                          const Describing& describing) {
  return OutcomeWriter(context, outcome, dialect, describing).write(cost);
}

}  // namespace evalground
