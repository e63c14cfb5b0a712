// Iterates over the items of a value.
//
// Warm: compiled for speed where a module has room.
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

Cursor::Cursor(Evaluator& evaluator, const Value& value) : evaluator_(evaluator), value_(value) {
  evaluator.note_sensitive(value);
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple: form_ = Form::list; return;
    case Kind::map:
    case Kind::set: form_ = Form::map; return;
    case Kind::string: form_ = Form::text; return;
    case Kind::bytes: form_ = Form::bytes; return;
    case Kind::undefined:
      if (value.undefined_number() > 0 && evaluator.undefined(value).is_lenient()) return;
      evaluator.fail_undefined(value);
    case Kind::object: {
      object_ = template_object(value);
      if (object_ == nullptr) break;
      const Shape shape = object_->shape();
      if (shape == Shape::none) break;
      form_ = shape == Shape::iterator ? Form::iterator : Form::sequence;
      return;
    }
    default: break;
  }
  evaluator.fail("type-error", "'" + evaluator.type_name(value) + "' object is not iterable");
}

bool Cursor::next_of_any(Value& item) {
  switch (form_) {
    case Form::empty: return false;
    case Form::list: {
      const List& list = value_.as_list();
      if (at_ >= list.size()) return false;
      item = list[at_++];
      break;
    }
    case Form::map: {
      const Map& map = value_.as_map();
      if (at_ >= map.size()) return false;
      item = map.entry(at_++).key;
      break;
    }
    case Form::text: {
      const std::string_view text = value_.as_string();
      if (at_ >= text.size()) return false;
      const std::size_t size = decode_code_point(text, at_).size;
      item = Value::string(text.substr(at_, size));  // plain even for markup, as in Python
      at_ += size;
      break;
    }
    case Form::bytes:
      if (at_ >= value_.as_bytes().size()) return false;
      item = Value::integer(static_cast<unsigned char>(value_.as_bytes()[at_++]));
      break;
    case Form::sequence:
      if (at_ >= object_->size(evaluator_)) return false;
      item = object_->at(evaluator_, at_++);
      break;
    case Form::iterator:
      if (!object_->next(evaluator_.context, item)) return false;
      break;
  }
  if (value_.sensitive()) item = std::move(item).with_sensitive();
  if (item.is_object()) item = evaluator_.adopted(std::move(item));
  return true;
}

}  // namespace evalground::jinja2
