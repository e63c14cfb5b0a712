// Requests about a document that its text alone answers: what can be folded, how a selection grows, which names of
// files are links. No question is asked of the engine, so they cost nothing while the user types.
#include "base/text/path.hpp"
#include "language_server/blocks.hpp"
#include "language_server/file_links.hpp"
#include "language_server/message.hpp"
#include "language_server/places.hpp"
#include "language_server/server.hpp"

namespace evalground::language_server {
namespace {

// By the name of the file, since the files of a workspace may differ: a template beside a playbook.
Layout layout_of(std::string_view name, std::string_view dialect) {
  const std::string_view extension = path_extension(name);
  if (extension == ".yaml" || extension == ".yml") return Layout::indented;
  if (extension == ".cf" || extension == ".yaql" || extension == ".json") return Layout::braced;
  if (extension == ".j2" || dialect == "jinja2") return Layout::tagged;
  return dialect == "cfengine" || dialect == "yaql" ? Layout::braced : Layout::indented;
}

}  // namespace

Value LanguageServer::folding_ranges(const Map& params) {
  const std::string uri = uri_of(params);
  const Map workspace = this->workspace(uri);
  const Layout layout = layout_of(documents_.name_of(uri), text_of(workspace, "dialect"));
  List ranges;
  for (const Block& block : blocks(documents_.find(uri)->text, layout)) {
    ranges.push_back(Value::map({{"startLine", Value::integer(block.first)},
                                 {"endLine", Value::integer(block.last)},
                                 {"kind", Value::string(block.is_comment ? "comment" : "region")}}));
  }
  return Value::list(std::move(ranges));
}

// For each position a chain of ranges, each with the next larger one as its parent.
Value LanguageServer::selection_ranges(const Map& params) {
  const std::string uri = uri_of(params);
  const Map workspace = this->workspace(uri);
  const Layout layout = layout_of(documents_.name_of(uri), text_of(workspace, "dialect"));
  const std::string& text = documents_.find(uri)->text;
  List all;
  for (const Value& place : list_of(params, "positions")) {
    if (!place.is_map()) throw Refusal{invalid_params, "Each position must be a map."};
    const auto offset = static_cast<std::uint32_t>(byte_at(text, place.as_map()));
    const std::vector<Span> spans = selections(text, layout, offset);
    // Even an empty text has an answer for each position.
    Map made{{"range", range(position_in(text, 0), position_in(text, text.size()))}};
    for (std::size_t at = spans.size(); at-- > 0;) {
      const Value around = range(position_in(text, spans[at].begin), position_in(text, spans[at].end));
      if (at + 1 == spans.size()) {
        made = Map{{"range", around}};
      } else {
        made = Map{{"range", around}, {"parent", Value::map(std::move(made))}};
      }
    }
    all.push_back(Value::map(std::move(made)));
  }
  return Value::list(std::move(all));
}

Value LanguageServer::document_links(const Map& params) {
  const std::string uri = uri_of(params);
  const Map workspace = this->workspace(uri);
  const std::string& text = documents_.find(uri)->text;
  List links;
  for (const FileLink& link : file_links(text, documents_.name_of(uri), map_of(workspace, "files"))) {
    links.push_back(Value::map({{"range", range(position_in(text, link.begin), position_in(text, link.end))},
                                {"target", Value::string(documents_.uri_of(uri, link.target))}}));
  }
  return Value::list(std::move(links));
}

}  // namespace evalground::language_server
