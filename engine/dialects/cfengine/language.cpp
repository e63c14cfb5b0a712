// Connects policies to the language services. The pieces of a policy are made by policy_pieces.cpp, names and
// completions by PolicyNames.
#include "dialects/cfengine/language.hpp"

#include <unordered_set>

#include "base/text/any_of.hpp"
#include "dialects/cfengine/names_in_policies.hpp"
#include "dialects/cfengine/policy_pieces.hpp"
#include "dialects/cfengine/policy_words.hpp"
#include "runtime/language/sharing.hpp"

namespace evalground::cfengine {
namespace {

class Policies final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || path.ends_with(".cf");
  }
  void define(Context& context, std::uint32_t file, Reading& reading) const override {
    const auto pieces = std::make_shared<const Pieces>(policy_pieces(context.sources.text(file), context.budget));
    reading.pieces.emplace(file, pieces);
    PolicyNames(context, *pieces, file, reading).define();
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const auto known = reading.pieces.find(file);
    const std::shared_ptr<const Pieces> pieces =
        known != reading.pieces.end()
            ? known->second
            : std::make_shared<const Pieces>(policy_pieces(context.sources.text(file), context.budget));
    reading.pieces.erase(file);
    PolicyNames(context, *pieces, file, reading).read(pieces->size());
    add_expressions(*pieces, file, reading);
  }
  // Two policies of a folder that do not include each other's files have nothing to do with each other. A file that
  // nothing includes may be part of any policy, unless the agent can begin with it.
  void connect(Context& context, Reading& reading) const override {
    if (!reading.has_references()) return;
    std::unordered_set<std::string_view> used;
    for (const Link& link : reading.links) used.insert(link.to);
    Sharing sharing(context.budget);
    for (const Mention& mention : reading.mentions) {
      const std::string& path = context.sources.path(mention.at.file);
      const std::uint32_t unit = sharing.unit(path);
      sharing.put(mention.at.file, unit);
      if (!used.contains(path)) sharing.open(unit);
    }
    for (const Link& link : reading.links) {
      sharing.link(sharing.unit(context.sources.path(link.from)), sharing.unit(link.to));
    }
    static constexpr std::string_view kinds[] = {"bundle", "body", "class", "variable", "namespace"};
    sharing.split(reading, kinds);
  }
  // Reads the file up to the cursor once more, for the state at the cursor. `reading` has the names of all files.
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    const Pieces pieces = policy_pieces(context.sources.text(file), context.budget);
    Reading before(Reading::Keeps::definitions);
    return PolicyNames(context, pieces, file, before).cursor(reading, offset);
  }
  bool looks_at_references() const override { return true; }
  std::string why_reserved(std::string_view kind, std::string_view name) const override {
    constexpr std::string_view words[] = {"bundle", "body", "promise"};
    // The bundles whose variables the agent sets.
    constexpr std::string_view scopes[] = {"sys", "this", "const", "match", "edit", "mon"};
    const bool is_owner = kind == "bundle" || kind == "body";
    if (is_owner && contains(words, name)) return "It is a word of the syntax of policies.";
    if (kind == "bundle" && contains(scopes, name)) return "The agent sets variables of this name.";
    if (kind == "body" && name == "control") return "This name is for settings of the agent.";
    if (kind == "namespace" && name == "default") return "It is the namespace of files that name none.";
    return kind == "class" && contains(hard_classes, name) ? "The agent defines this class." : "";
  }
  Form form() const override { return Form::braces; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    Pieces result;
    for (Piece& piece : policy_pieces(context.sources.text(expression.file), context.budget)) {
      if (piece.begin >= expression.begin && piece.end <= expression.end) result.push_back(std::move(piece));
    }
    return result;
  }

 private:
  // Adds the calls that are values of attributes.
  static void add_expressions(const Pieces& pieces, std::uint32_t file, Reading& reading) {
    for (std::size_t at = 1; at + 1 < pieces.size(); ++at) {
      const bool is_call = pieces[at].kind == Piece::Kind::name && pieces[at - 1].is("=>") && pieces[at + 1].is("(");
      const bool is_alone = at == 1 && pieces[0].kind == Piece::Kind::name && pieces[1].is("(");
      if (!is_call && !is_alone) continue;
      std::size_t depth = 0;
      const std::size_t begin = is_alone ? 0 : at;
      for (std::size_t end = begin + 1; end < pieces.size(); ++end) {
        if (pieces[end].kind == Piece::Kind::open) ++depth;
        if (pieces[end].kind == Piece::Kind::close && --depth == 0) {
          reading.expressions.push_back({file, pieces[begin].begin, pieces[end].end});
          at = end;
          break;
        }
        if (pieces[end].is(";")) break;
      }
    }
  }
};

}  // namespace

const Language& language() {
  static const Policies policies;
  return policies;
}

}  // namespace evalground::cfengine
