// Lists and maps whose items are computed on reading, and the plain values that make up results.
//
// An attribute such as `{url: {eval: …}, port: 80}` is not evaluated as a whole: reading `url` must not evaluate its
// siblings, which may fail or refer back to it. So a document's lists and maps that contain expressions become
// Collections. Only a result resolves all of their items, with plain().
#pragma once

#include <cstddef>

#include "runtime/context.hpp"
#include "value/object.hpp"

namespace evalground::unfurl {

// A list or map whose items are computed on reading.
class Collection : public Object {
 public:
  virtual bool is_list() const = 0;
  virtual std::size_t size() = 0;
  // For a map: the key of an item, by index.
  virtual Value key(std::size_t index) = 0;
  virtual Value item(std::size_t index) = 0;
  // For a map: the item of a key; undefined when absent.
  virtual Value find(const Value& key) = 0;

  std::string_view type_name() const override { return is_list() ? "list" : "map"; }
  Value get(Context& context, const Value& key) override;
  // All items, resolved with plain().
  Value resolve(Context& context) override;

  // Marks a collection while all of its items are resolved. If it contains itself, it is null there.
  class Taking {
   public:
    explicit Taking(Collection& collection) : collection_(collection) { collection_.is_taken_ = true; }
    ~Taking() { collection_.is_taken_ = false; }
    Taking(const Taking&) = delete;
    Taking& operator=(const Taking&) = delete;

   private:
    Collection& collection_;
  };
  bool is_taken() const { return is_taken_; }

 private:
  bool is_taken_ = false;
};

// True for a list, and for a collection that represents one.
bool is_list_like(const Value& value);
bool is_map_like(const Value& value);

// The value with lazy parts resolved: lists and maps of evaluated items, external values as the values they stand for,
// statuses as numbers. Resources, types and scalars stay.
Value plain(Context& context, const Value& value);
// Truth as in Python, also for lazy values.
bool truth(Context& context, const Value& value);
// The value as a result shows it, with objects replaced by plain values: a resource is {"ref": its key}. Sensitive
// values are not redacted.
Value without_objects(Context& context, const Value& value);

}  // namespace evalground::unfurl
