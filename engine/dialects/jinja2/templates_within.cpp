#include "dialects/jinja2/templates_within.hpp"

#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/language.hpp"
#include "dialects/jinja2/syntax/parser.hpp"

namespace evalground::jinja2 {
namespace {

// The place of a text whose bytes have these offsets in the file.
Place place_of_bytes(const TextPlace& text) {
  Place place{text.file, {}};
  for (std::uint32_t at = 0; at < text.offsets.size(); ++at) {
    if (at == 0 || text.offsets[at] != text.offsets[at - 1] + 1) place.parts.emplace_back(at, text.offsets[at]);
  }
  return place;
}

class Within final : public TemplatesWithin {
 public:
  Pieces pieces(const ScalarText& text, Budget& budget) const override {
    return template_pieces(text.text, text.place, Syntax(), budget);
  }

  void read(Context& context, const Pieces& pieces, std::uint32_t file, const Names& names,
            Reading& reading) const override {
    read_template(context, functions(), pieces, file, reading, &names);
  }

  Caret at(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
           Value known) const override {
    return template_cursor(context, pieces, file, offset, {functions(), std::move(known)});
  }

  std::vector<Diagnostic> problems(Context& context, const ScalarText& text,
                                   const FunctionCatalogue& filters) const override {
    FunctionSet set = function_set();
    set.put_first({.catalogue = &filters, .filters = "function", .tests = {}, .globals = {}, .lookups = {}});
    Template parsed(context.sources.path(text.place.file), text.text, place_of_bytes(text.place));
    std::vector<Diagnostic> found;
    try {
      parse(parsed, Syntax(), set, context, &found);
    } catch (const Error& error) {
      found.push_back(error.diagnostic);
    }
    return found;
  }
};

}  // namespace

const TemplatesWithin& templates_within() {
  static const Within within;
  return within;
}

}  // namespace evalground::jinja2
