// Lists whose items are found by a number that an index stores.
#pragma once

#include <cstddef>
#include <utility>

namespace evalground {

// Appends an item made of `parts` to a list, and its number to an index by note(number): both or neither. A limit or
// missing memory may interrupt between the two. Then a number without its item would be read beyond the end of the list
// by code that shows a partial evaluation, such as an outline.
template <class Items, class Note, class... Parts>
auto& append_indexed(Items& items, Note&& note, Parts&&... parts) {
  struct Removal {
    ~Removal() {
      if (items != nullptr) items->pop_back();
    }
    Items* items;
  };
  items.emplace_back(std::forward<Parts>(parts)...);
  Removal unless_noted{&items};
  note(items.size() - 1);
  unless_noted.items = nullptr;
  return items.back();
}

}  // namespace evalground
