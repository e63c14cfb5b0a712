// Builds the tree of a YAML document from events, with the place of every node and the comments that belong to it.
//
// libyaml has no comments. They are found in the gaps between events, where `#` after a blank can only begin a comment
// (find_comments). A comment belongs to the node that ends on its line, else to the next node that begins, else, at the
// end, to the last one.
//
// Aliases point to the node of their anchor. An alias inside of its own anchor is refused, so the tree has no circles.
//
// Hot: compiled for speed in every module.
#include "data/yaml/parse.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text/text.hpp"
#include "data/yaml/events.hpp"
#include "source/diagnostic.hpp"

namespace evalground {
namespace {

using Type = YamlEvent::Type;

// Builds the trees of the documents in a file from its events, one after the other.
class TreeBuilder {
 public:
  TreeBuilder(Sources& sources, std::uint32_t file, Budget& budget)
      : sources_(sources),
        file_(file),
        text_(sources.text(file)),
        has_tabs_(text_.find('\t') != std::string_view::npos),
        budget_(budget),
        events_(sources, file) {}

  // Builds the next document. Returns false at the end of the stream, after adding comments only.
  bool next(Document& document) {
    document_ = &document;
    document.file = file_;
    document.root = nullptr;
    anchors_.clear();
    last_node_ = nullptr;
    unplaced_ = document.comments.size();
    const YamlEvent start = advance();
    document_begin_ = start.begin;
    if (start.type == Type::stream_end) return false;
    document.version = start.version;
    document.root = build(advance());
    advance();  // the end of the document
    for (YamlComment& comment : document.comments) {
      if (comment.place == YamlComment::Place::after) comment.node = last_node_;
    }
    return true;
  }

  // The place where the current document begins.
  OriginId document_place() { return place(document_begin_, document_begin_); }

 private:
  OriginId place(std::uint32_t begin, std::uint32_t end) {
    return sources_.add({file_, begin, end, Via::literal, 0, false});
  }

  // `gap_begin_` only grows, so no comment is found twice.
  YamlEvent advance() {
    budget_.step();
    const YamlEvent event = events_.next();
    find_comments(event.begin);
    // There may be comments between a collection's properties and its first item.
    const bool starts = event.type == Type::sequence_start || event.type == Type::mapping_start;
    gap_begin_ = std::max(gap_begin_, starts ? event.begin : event.end);
    return event;
  }

  // Between events there are only whitespace, indicators, properties (`!tag#1 &a`) and comments.
  void find_comments(std::uint32_t gap_end) {
    while (gap_begin_ < gap_end) {
      const std::size_t begin = text_.substr(0, gap_end).find('#', gap_begin_);
      if (has_tabs_) find_tab(gap_begin_, std::min<std::size_t>(begin, gap_end));
      if (begin == std::string_view::npos) return;
      if (begin == 0 || ascii_whitespace.find(text_[begin - 1]) != std::string_view::npos) {
        add_comment(begin, last_node_);
      } else {
        gap_begin_ = static_cast<std::uint32_t>(begin + 1);
      }
    }
  }

  void find_tab(std::size_t begin, std::size_t end) {
    if (document_->tab) return;
    const std::size_t tab = text_.substr(0, end).find('\t', begin);
    if (tab != std::string_view::npos) document_->tab = static_cast<std::uint32_t>(tab);
  }

  // The part of a scalar in which a tab is not content: all of plain text, else its tag, anchor and block header.
  void find_tab_in_scalar(const YamlEvent& event) {
    std::size_t end = event.end;
    if (event.style == YamlStyle::single_quoted || event.style == YamlStyle::double_quoted) {
      end = text_.find(event.style == YamlStyle::single_quoted ? '\'' : '"', event.begin);
    } else if (event.style != YamlStyle::plain) {
      end = text_.find_first_of("\r\n#", event.begin);
    }
    find_tab(event.begin, std::min<std::size_t>(end, event.end));
  }

  // `behind` is the node that the comment may follow.
  void add_comment(std::size_t begin, const YamlNode* behind) {
    const std::size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
    YamlComment comment{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), YamlComment::Place::after,
                        nullptr};
    if (behind != nullptr && text_.substr(0, begin).find_first_of("\r\n", behind->end) == std::string_view::npos) {
      comment.place = YamlComment::Place::end_of_line;
      comment.node = behind;
    }
    document_->comments.push_back(comment);
    gap_begin_ = static_cast<std::uint32_t>(end);
  }

  // Comments that no node has taken yet belong to this one.
  YamlNode* start_node(YamlNode::Kind kind, const YamlEvent& event) {
    auto* node = document_->arena.make<YamlNode>(kind, event.style, event.begin, event.end);
    for (; unplaced_ < document_->comments.size(); ++unplaced_) {
      YamlComment& comment = document_->comments[unplaced_];
      if (comment.node != nullptr) continue;
      comment.place = YamlComment::Place::before;
      comment.node = node;
    }
    if (kind != YamlNode::Kind::alias && !(event.tag.empty() && event.anchor.empty())) {
      YamlProperties* properties = document_->arena.make<YamlProperties>();
      properties->tag = document_->arena.copy(event.tag);
      properties->anchor = document_->arena.copy(event.anchor);
      properties->anchor_number = document_->anchor_count;
      node->properties = properties;
      if (!event.anchor.empty()) {
        ++document_->anchor_count;
        anchors_[properties->anchor] = {node, true};
      }
    }
    return node;
  }

  void finish_node(const YamlNode& node) {
    if (node.anchor().empty()) return;
    // The same name may have been defined again inside the node.
    const auto anchored = anchors_.find(node.anchor());
    if (anchored->second.node == &node) anchored->second.is_open = false;
  }

  // A name may be defined again: the last definition before the alias counts.
  const YamlNode* build_alias(const YamlEvent& event) {
    YamlNode* node = start_node(YamlNode::Kind::alias, event);
    const auto anchored = anchors_.find(event.anchor);
    if (anchored == anchors_.end()) {
      throw Error("undefined-alias",
                  "No anchor named " + quote(event.anchor) + " stands before this alias. If " +
                      quote("*" + std::string(event.anchor)) + " is text, put it in quotes.",
                  place(node->begin, node->end));
    }
    if (anchored->second.is_open) {
      throw Error("recursive-alias", "The alias " + quote(event.anchor) + " stands inside the value that it names.",
                  place(node->begin, node->end));
    }
    std::construct_at(&node->target, anchored->second.node);
    last_node_ = node;
    return node;
  }

  // For a block scalar, libyaml's end includes the empty lines after it, so the end is trimmed. Its header may have a
  // comment, `| # note`, which is not in a gap.
  const YamlNode* build_scalar(const YamlEvent& event) {
    YamlNode* node = start_node(YamlNode::Kind::scalar, event);
    node->text = document_->arena.copy(event.text);
    if (has_tabs_) find_tab_in_scalar(event);
    if (event.style == YamlStyle::literal || event.style == YamlStyle::folded) {
      const std::string_view written = text_.substr(event.begin, event.end - event.begin);
      const std::string_view header = written.substr(0, written.find_first_of("\r\n"));
      const std::size_t comment = header.find(" #");
      node->end = event.begin + static_cast<std::uint32_t>(trim_end(written).size());
      if (comment != std::string_view::npos) {
        add_comment(event.begin + comment + 1, node);
        gap_begin_ = std::max(gap_begin_, event.end);
      }
    }
    finish_node(*node);
    last_node_ = node;
    return node;
  }

  // Enters a level. For a document that is nested too deeply, the error has a place.
  Depth enter(const YamlEvent& event) {
    if (budget_.depth_used() >= budget_.limits().depth) {
      throw LimitError(Limit::depth, budget_.limits().depth, place(event.begin, event.end));
    }
    return budget_.enter();
  }

  // True for the absent value of `? key`: its place is wherever the next token begins, not after an indicator.
  bool is_far(const YamlNode& node) const {
    if (node.begin != node.end || node.begin == 0) return false;
    return ascii_whitespace.find(text_[node.begin - 1]) != std::string_view::npos;
  }

  // Builds the nodes up to the end event of the collection, in `unfinished_` from its current size.
  void build_children(YamlNode& node, Type end) {
    YamlEvent event = advance();
    for (; event.type != end; event = advance()) {
      const YamlNode* child = build(event);
      unfinished_.push_back(child);
      if (!is_far(*child)) node.end = std::max(node.end, child->end);
    }
    // `[…]` and `{…}` end at their bracket. The end of a block collection, and of the single pair in `[a: b]`, is empty
    // and is wherever the next token begins.
    if (event.end > event.begin) {
      node.end = event.end;
      last_node_ = &node;
    }
    finish_node(node);
  }

  // Children are collected in one vector for all open collections, and moved to the arena when their number is known.
  // So a level needs no vector of its own.
  const YamlNode* build_sequence(const YamlEvent& event) {
    const Depth depth = enter(event);
    YamlNode* node = start_node(YamlNode::Kind::sequence, event);
    const std::size_t first = unfinished_.size();
    build_children(*node, Type::sequence_end);
    const std::size_t count = unfinished_.size() - first;
    auto** items = static_cast<const YamlNode**>(
        document_->arena.allocate(count * sizeof(const YamlNode*), alignof(const YamlNode*)));
    std::copy(unfinished_.begin() + static_cast<std::ptrdiff_t>(first), unfinished_.end(), items);
    std::construct_at(&node->items, items, count);
    unfinished_.resize(first);
    return node;
  }

  const YamlNode* build_mapping(const YamlEvent& event) {
    const Depth depth = enter(event);
    YamlNode* node = start_node(YamlNode::Kind::mapping, event);
    const std::size_t first = unfinished_.size();
    build_children(*node, Type::mapping_end);
    const std::size_t count = (unfinished_.size() - first) / 2;
    auto* pairs = static_cast<YamlPair*>(document_->arena.allocate(count * sizeof(YamlPair), alignof(YamlPair)));
    for (std::size_t index = 0; index < count; ++index) {
      std::construct_at(&pairs[index], YamlPair{unfinished_[first + 2 * index], unfinished_[first + 2 * index + 1]});
    }
    std::construct_at(&node->pairs, pairs, count);
    unfinished_.resize(first);
    return node;
  }

  const YamlNode* build(const YamlEvent& event) {
    switch (event.type) {
      case Type::alias: return build_alias(event);
      case Type::sequence_start: return build_sequence(event);
      case Type::mapping_start: return build_mapping(event);
      default: return build_scalar(event);
    }
  }

  struct Anchored {
    const YamlNode* node;
    bool is_open;  // its end has not been reached
  };

  Sources& sources_;
  std::uint32_t file_;
  std::string_view text_;
  const bool has_tabs_;
  Budget& budget_;
  YamlEvents events_;
  Document* document_ = nullptr;
  std::uint32_t document_begin_ = 0;
  std::uint32_t gap_begin_ = 0;  // the source up to here is processed
  std::unordered_map<std::string_view, Anchored, std::hash<std::string_view>, std::equal_to<>,
                     CountingAllocator<std::pair<const std::string_view, Anchored>>>
      anchors_;
  std::vector<const YamlNode*, CountingAllocator<const YamlNode*>> unfinished_;  // children of the open collections
  const YamlNode* last_node_ = nullptr;                                          // the last node that ended
  std::size_t unplaced_ = 0;  // the first comment that may still belong to the next node
};

const YamlNode* empty_root(Document& document) {
  return document.arena.make<YamlNode>(YamlNode::Kind::scalar, YamlStyle::plain, 0U, 0U);
}

}  // namespace

Document parse_yaml(Sources& sources, std::uint32_t file, Budget& budget) {
  TreeBuilder builder(sources, file, budget);
  Document document{};
  if (!builder.next(document)) {
    document.root = empty_root(document);
    return document;
  }
  Document rest{};
  if (builder.next(rest)) {
    throw Error("several-documents", "A second document begins here; only one is expected.", builder.document_place());
  }
  return document;
}

std::vector<Document> parse_yaml_stream(Sources& sources, std::uint32_t file, Budget& budget) {
  TreeBuilder builder(sources, file, budget);
  std::vector<Document> documents;
  for (Document document{}; builder.next(document); document = Document{}) documents.push_back(std::move(document));
  return documents;
}

}  // namespace evalground
