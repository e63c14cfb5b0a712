// Turns the workspace's data into events, and keeps what each controller has seen.
//
//   data: [{kind: Pod, …}, {type: Deleted, object: {kind: Pod, …}}]     an object, and an event
//
// A pipeline takes back what an object gave before, so it needs the old state, which an event does not contain. Each
// controller therefore keeps its own objects: the same event can be an update for one and new for another.
#include "dialects/dcontroller/pipeline/controllers.hpp"

#include <algorithm>
#include <memory>

#include "base/text/text.hpp"
#include "dialects/dcontroller/pipeline/secret.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view event_types[] = {"Added", "Updated", "Upserted", "Replaced", "Deleted"};

[[noreturn]] void fail(const std::string& message, const Value& object) {
  throw Error("wrong-object", message, object.origin());
}

// An entry with `kind` is always an object, also if it has the keys `type` and `object`.
// All types but `Deleted` mean the same: the object exists now, with these contents.
Event event_of(const Value& entry) {
  Event event{Event::Type::upserted, "", "", entry};
  if (!entry.is_map()) {
    fail("Each entry of the data of a pipeline must be an object, not " + short_text(entry, 60) + ".", entry);
  }
  const Value* type = entry.as_map().find("type");
  const Value* object = entry.as_map().find("object");
  if (object != nullptr && type != nullptr && !entry.as_map().contains("kind")) {
    if (!type->is_string() ||
        std::find(std::begin(event_types), std::end(event_types), type->as_string()) == std::end(event_types)) {
      fail("Unknown event type " + short_text(*type, 60) + ": known are " + join(event_types, ", ") + ".", entry);
    }
    if (type->as_string() == "Deleted") event.type = Event::Type::deleted;
    event.object = *object;
  }
  if (!event.object.is_map()) fail("The object of an event must be a map.", entry);
  const Value* kind = event.object.as_map().find("kind");
  if (kind == nullptr || !kind->is_string() || kind->text_size() == 0) {
    fail("An input object has no kind: " + short_text(event.object, 60) + ".", event.object);
  }
  event.kind = kind->as_string();
  event.name = object_name(event.object, "An input object");
  return event;
}

// The objects of a `kind: List`, as in the output of `kubectl get -o json`, and of lists of one kind (`PodList`); null
// for any other object.
const List* items_of(const Value& object) {
  if (!object.is_map()) return nullptr;
  const Value* kind = object.as_map().find("kind");
  const Value* items = object.as_map().find("items");
  const bool is_list = kind != nullptr && kind->is_string() && kind->as_string().ends_with("List") &&
                       items != nullptr && items->is_list() && object.as_map().contains("apiVersion");
  return is_list ? &items->as_list() : nullptr;
}

Value as_read(const Value& object, const Version& version, Context& context) {
  return version.decodes_secrets ? decoded_secret(object, context) : object;
}

// One controller, with the objects from its events.
class ControllerRun {
 public:
  ControllerRun(Controller& controller, Evaluator& evaluator)
      : controller_(controller), evaluator_(evaluator), dataflow_(dataflow_of(controller, evaluator)) {}

  // Takes what the sources give themselves, which comes before all events.
  void start() {
    dataflow_->start();
    for (std::size_t index = 0; index < controller_.sources.size(); ++index) {
      const Source& source = controller_.sources[index];
      if (source.object.is_undefined()) continue;
      in_frame(source.where, "for the one-shot source", source.kind,
               [&] { dataflow_->apply(index, Value(), source.object); });
    }
  }

  // If an update makes an object leave a source, for example by a changed label, the source sees a deletion. Only the
  // chosen states count, so a source that never selected the object sees nothing.
  void apply(const Event& event) {
    Budget& budget = evaluator_.context.budget;
    budget.step();
    const auto reads = [&](const Source& source) {
      return source.kind == event.kind && source.trigger.empty() && source.object.is_undefined();
    };
    if (std::none_of(controller_.sources.begin(), controller_.sources.end(), reads)) return;
    const std::string key = event.kind + " " + event.name;
    const Value* known = objects_.find(key);
    const Value before = known == nullptr ? Value() : *known;
    if (event.type == Event::Type::deleted && before.is_undefined()) {
      fail("The event deletes " + event.kind + " " + quote(event.name) + ", which does not exist.", event.object);
    }
    const Value after = event.type == Event::Type::deleted ? Value() : event.object;
    in_frame(controller_.where, "for " + event.kind, event.name, [&] {
      for (std::size_t index = 0; index < controller_.sources.size(); ++index) {
        const Source& source = controller_.sources[index];
        if (!reads(source)) continue;
        const Value old_object = chosen(source, before);
        const Value new_object = chosen(source, after);
        if (!old_object.is_undefined() || !new_object.is_undefined()) dataflow_->apply(index, old_object, new_object);
      }
    });
    objects_.set(key, after);
  }

  Value objects() const { return dataflow_->objects(); }

 private:
  // The object if the source's namespace and labels select it, else undefined.
  Value chosen(const Source& source, const Value& object) const {
    if (object.is_undefined()) return {};
    const Map& metadata = object.as_map().find("metadata")->as_map();
    if (source.space) {
      const Value* space = metadata.find("namespace");
      if ((space == nullptr ? std::string_view() : space->as_string()) != *source.space) return {};
    }
    if (source.selector) {
      const Map none;
      const Value* labels = metadata.find("labels");
      const bool has_labels = labels != nullptr && labels->is_map();
      if (!source.selector->matches(has_labels ? labels->as_map() : none, evaluator_.context.budget)) return {};
    }
    return object;
  }

  Controller& controller_;
  Evaluator& evaluator_;
  std::unique_ptr<Dataflow> dataflow_;
  Map objects_;  // "Kind namespace/name" -> object, undefined after its deletion
};

bool writes_view(const Controller& writer, std::string_view kind) {
  return std::any_of(writer.targets.begin(), writer.targets.end(),
                     [&](const Target& target) { return target.is_view && target.kind == kind; });
}

bool writes_to(const Controller& writer, const Controller& reader) {
  return &writer != &reader && std::any_of(reader.sources.begin(), reader.sources.end(), [&](const Source& source) {
    return source.is_view && writes_view(writer, source.kind);
  });
}

// The controllers of an operator, run until their writes to views change nothing.
// Views are compared by their canonical JSON, so a rewritten view with equal contents makes no reader stale.
class OperatorRun {
 public:
  OperatorRun(Manifest& manifest, const std::vector<Event>& events, Evaluator& evaluator)
      : controllers_(manifest.controllers),
        events_(events),
        evaluator_(evaluator),
        written_(controllers_.size(), Value::list()),
        is_stale_(controllers_.size(), true) {}

  Value run() {
    for (std::size_t next = first_stale(); next < controllers_.size(); next = first_stale()) run(next);
    Map result;
    for (std::size_t index = 0; index < controllers_.size(); ++index) {
      const Controller& controller = controllers_[index];
      result.set(Value::string(controller.name).with_origin(controller.where), written_[index]);
    }
    return Value::map(std::move(result));
  }

 private:
  // The index of a stale controller that waits for no other, or else of the first stale one; the number of controllers
  // when none is stale.
  // Quadratic and found anew after each run, which is enough for the handful of controllers that a person writes. The
  // search goes backwards, so `found` ends at the first stale controller, where a cycle begins.
  std::size_t first_stale() const {
    std::size_t found = controllers_.size();
    for (std::size_t reader = controllers_.size(); reader-- > 0;) {
      if (!is_stale_[reader]) continue;
      bool waits = false;
      for (std::size_t writer = 0; writer < controllers_.size(); ++writer) {
        waits = waits || (is_stale_[writer] && writes_to(controllers_[writer], controllers_[reader]));
      }
      if (!waits) return reader;
      found = reader;
    }
    return found;
  }

  void run(std::size_t index) {
    Budget& budget = evaluator_.context.budget;
    Controller& controller = controllers_[index];
    ControllerRun run(controller, evaluator_);
    Value objects = in_frame(controller.where, "in the controller", controller.name, [&] {
      run.start();
      for (const Event& event : events_) run.apply(event);
      for (std::size_t writer = 0; writer < controllers_.size(); ++writer) {
        if (!writes_to(controllers_[writer], controller)) continue;
        for (const Value& object : written_[writer].as_list()) {
          const Event event = event_of(as_read(object, evaluator_.tree.version, evaluator_.context));
          if (writes_view(controllers_[writer], event.kind)) run.apply(event);
        }
      }
      return run.objects();
    });
    is_stale_[index] = false;
    if (canonical_json(objects, budget) == canonical_json(written_[index], budget)) return;
    written_[index] = std::move(objects);
    for (std::size_t reader = 0; reader < controllers_.size(); ++reader) {
      if (writes_to(controller, controllers_[reader])) is_stale_[reader] = true;
    }
  }

  std::vector<Controller>& controllers_;
  const std::vector<Event>& events_;
  Evaluator& evaluator_;
  std::vector<Value> written_;
  std::vector<bool> is_stale_;
};

}  // namespace

std::vector<Event> read_events(const Value& data, const Version& version, Context& context) {
  Budget& budget = context.budget;
  std::vector<Event> events;
  const auto add_event = [&](const Value& entry) {
    Event event = event_of(entry);
    event.object = as_read(event.object, version, context);
    events.push_back(std::move(event));
  };
  if (data.is_undefined() || data.is_null()) return events;
  const auto add = [&](const Value& entry) {
    budget.step();
    const List* items = items_of(entry);
    if (items == nullptr) {
      add_event(entry);
    } else {
      for (const Value& item : *items) {
        budget.step();
        add_event(item);
      }
    }
  };
  if (data.is_list()) {
    for (const Value& entry : data.as_list()) add(entry);
  } else if (data.is_map() && data.as_map().contains("kind") && data.as_map().contains("apiVersion")) {
    add(data);
  } else {
    fail("The data of a pipeline must be a list of objects, not " + short_text(data, 60) + ".", data);
  }
  return events;
}

std::vector<std::string> kinds_of(const std::vector<Event>& events) {
  std::vector<std::string> kinds;
  for (const Event& event : events) {
    if (std::find(kinds.begin(), kinds.end(), event.kind) == kinds.end()) kinds.push_back(event.kind);
  }
  return kinds;
}

Value run_controllers(Manifest& manifest, const std::vector<Event>& events, Evaluator& evaluator) {
  if (manifest.form == Manifest::Form::operator_) return OperatorRun(manifest, events, evaluator).run();
  ControllerRun run(manifest.controllers.front(), evaluator);
  run.start();
  for (const Event& event : events) run.apply(event);
  return run.objects();
}

}  // namespace evalground::dcontroller
