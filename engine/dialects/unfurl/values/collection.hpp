// Lists and maps whose items are made when they are read, and the plain values that results are made of.
//
// An attribute such as `{url: {eval: …}, port: 80}` is not evaluated as a whole: what reads `url` need not evaluate the
// items beside it, which may fail or lead back here. So a document's lists and maps that hold expressions become
// Collections, and only a result takes all of their items, by plain().
#pragma once

#include <cstddef>

#include "runtime/context.hpp"
#include "value/object.hpp"

namespace evalground::unfurl {

// A list or map whose items are made when they are read.
class Collection : public Object {
 public:
  virtual bool is_list() const = 0;
  virtual std::size_t size() = 0;
  // Of a map: the key of an item, by its place.
  virtual Value key(std::size_t index) = 0;
  virtual Value item(std::size_t index) = 0;
  // Of a map: the item of a key; undefined when absent.
  virtual Value find(const Value& key) = 0;

  std::string_view type_name() const override { return is_list() ? "list" : "map"; }
  Value get(Context& context, const Value& key) override;
  // All items, as plain() has them.
  Value resolve(Context& context) override;

  // Marks a collection while all of its items are taken: one that holds itself is null there.
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

// True for a list, and for a collection that is one.
bool is_list_like(const Value& value);
bool is_map_like(const Value& value);

// The value without laziness: lists and maps of what their items evaluate to, external values as what they stand for,
// statuses as numbers. Resources, types and scalars stay.
Value plain(Context& context, const Value& value);
// Truth as Python has it, of lazy values too.
bool truth(Context& context, const Value& value);
// The value as a result shows it, with plain values in the place of objects: a resource is {"ref": its key}. Sensitive
// values are in the clear.
Value without_objects(Context& context, const Value& value);

}  // namespace evalground::unfurl
