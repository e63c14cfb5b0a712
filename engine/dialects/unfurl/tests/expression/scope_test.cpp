#include "dialects/unfurl/expression/scope.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(Variables, MayHoldThemselves) {
  Loaded loaded("a: {eval: $v, vars: {v: [{eval: $v}, 1]}}\n");
  EXPECT_EQ(Loaded::text(loaded.ensemble.evaluator.plain(loaded.attribute("main", "a"))), "[null, 1]");
}

TEST(Variables, AreFoundInnermostFirst) {
  Memos memos;
  const Ref<Variables> outer(new Variables(memos, {}, {{"a", Value::integer(1)}, {"b", Value::integer(2)}}));
  const Ref<Variables> inner(new Variables(memos, outer, {{"a", Value::integer(3)}}));
  const auto value = [&](std::string_view name) {
    Variables::Variable* found = Variables::find(inner.get(), name).second;
    return found != nullptr ? found->attribute.value.as_integer() : 0;
  };
  EXPECT_EQ(value("a"), 3);
  EXPECT_EQ(value("b"), 2);
  EXPECT_EQ(value("c"), 0);
}

// Remembers an object that may be the box.
class Box final : public Object, private Memo {
 public:
  explicit Box(Memos& memos, bool& ended) : Memo(memos), ended_(ended) {}
  ~Box() override { ended_ = true; }
  std::string_view type_name() const override { return "box"; }
  Value resolve(Context&) override { return {}; }
  Value content;

 private:
  void forget() override { const Value forgotten = std::exchange(content, Value()); }
  bool& ended_;
};

TEST(Memos, EndCirclesOfValues) {
  Memos memos;
  bool ended[2] = {false, false};
  {
    Ref<Box> first(new Box(memos, ended[0]));
    Ref<Box> second(new Box(memos, ended[1]));
    first->content = Value::object(Ref<Object>(second.get()));
    second->content = Value::object(Ref<Object>(first.get()));
  }
  EXPECT_FALSE(ended[0]);
  memos.forget_all();
  EXPECT_TRUE(ended[0]);
  EXPECT_TRUE(ended[1]);
}

TEST(Memos, DoNotKnowWhatHasEnded) {
  Memos memos;
  bool ended = false;
  { Ref<Box> box(new Box(memos, ended)); }
  EXPECT_TRUE(ended);
  memos.forget_all();
}

}  // namespace
}  // namespace evalground::unfurl
