#include "runner/assist_case.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace evalground::runner {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view mark = "\xC2\xA6";  // ¦
// Keys of a case that are not keys of its workspace.
constexpr const char* case_keys[] = {"id",   "expect", "ask",      "source", "note",  "run",
                                     "tags", "with",   "defaults", "title",  "exact", "description"};

// Removes the mark from a text. Returns its position in UTF-16 units, or -1.
long take_mark(std::string& text) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return -1;
  text.erase(at, mark.size());
  long units = 0;
  for (std::size_t i = 0; i < at; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

struct Asked {
  Json workspace;
  Json at;  // null without a mark
};

Asked asked(std::string_view case_json) {
  Asked result{Json::parse(case_json), nullptr};
  for (const char* key : case_keys) result.workspace.erase(key);
  const auto take = [&](Json& text, Json place, const char* key) {
    if (!text.is_string()) return;
    std::string content = text.get<std::string>();
    const long offset = take_mark(content);
    if (offset < 0) return;
    text = content;
    place[key] = offset;
    result.at = std::move(place);
  };
  if (result.workspace.contains("expression")) take(result.workspace["expression"], Json::object(), "expression");
  if (result.workspace.contains("files")) {
    for (auto& [name, text] : result.workspace["files"].items()) take(text, {{"file", name}}, "offset");
  }
  if (result.workspace.contains("main")) take(result.workspace["main"], Json::object(), "offset");
  return result;
}

void add_texts(const Json& value, std::string& all) {
  if (value.is_string()) all += value.get<std::string>() + "\n";
  if (value.is_structured()) {
    for (const Json& part : value) add_texts(part, all);
  }
}

// "main.yaml 3:5", from 1.
std::string place_of(const Json& range) {
  const Json& start = range["range"]["start"];
  return range["file"].get<std::string>() + " " + std::to_string(start["line"].get<int>() + 1) + ":" +
         std::to_string(start["character"].get<int>() + 1);
}

std::size_t byte_of(const std::string& text, std::size_t units) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size() && seen < units;) {
    const auto byte = static_cast<unsigned char>(text[at]);
    seen += byte >= 0xF0 ? 2 : 1;
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  }
  return at;
}

// The text at `path` in a workspace after edits; "" is the document given in place.
std::string edited(const Json& workspace, Json edits, const std::string& path) {
  std::string text = path == "<expression>" ? workspace.value("expression", "")
                     : workspace.contains("files") && workspace["files"].contains(path)
                         ? workspace["files"][path].get<std::string>()
                         : workspace.value("main", "");
  std::vector<Json> here;
  for (const Json& edit : edits) {
    if (edit["file"] == path) here.push_back(edit);
  }
  std::sort(here.begin(), here.end(), [](const Json& a, const Json& b) { return a["from"] > b["from"]; });
  for (const Json& edit : here) {
    const std::size_t from = byte_of(text, edit["from"].get<std::size_t>());
    const std::size_t to = byte_of(text, edit["to"].get<std::size_t>());
    text.replace(from, to - from, edit["newText"].get<std::string>());
  }
  return text;
}

void add_names(const Json& symbols, std::vector<std::string>& names) {
  for (const Json& symbol : symbols) {
    names.push_back(symbol["name"].get<std::string>());
    if (symbol.contains("children")) add_names(symbol["children"], names);
  }
}

class AnswerChecker {
 public:
  AnswerChecker(std::string_view case_json, std::string_view answer_json)
      : case_(Json::parse(case_json)), asked_(asked(case_json)), answer_(Json::parse(answer_json)) {}

  std::string check() {
    const Json& expect = case_["expect"];
    if (expect.contains("error")) {
      std::string texts;
      add_texts(answer_.value("diagnostics", Json::array()), texts);
      const std::string wanted = expect["error"].is_string() ? expect["error"].get<std::string>() : "";
      if (answer_.value("ok", true) || texts.find(wanted) == std::string::npos)
        differ("error", expect["error"], answer_);
      return problems_;
    }
    if (!answer_.value("ok", false)) {
      differ("ok", true, answer_);
      return problems_;
    }
    value_ = answer_.value("value", Json());
    if (value_.is_object() && value_.contains("items")) items_ = value_["items"];
    if (value_.is_array()) items_ = value_;
    add_texts(value_, texts_);
    for (const auto& [key, wanted] : expect.items()) check_key(key, wanted);
    return problems_;
  }

 private:
  void differ(const std::string& what, const Json& expected, const Json& actual) {
    std::string shown = actual.dump();
    if (shown.size() > 3000) shown = shown.substr(0, 3000) + "…";
    problems_ += what + "\n  expected: " + expected.dump() + "\n  actual:   " + shown + "\n";
  }

  const Json* item(const std::string& label, const char* key = "label") const {
    for (const Json& one : items_) {
      if (one.value(key, "") == label) return &one;
    }
    return nullptr;
  }

  void check_key(const std::string& key, const Json& wanted) {
    if (key == "labels" || key == "absent") {
      Json known = Json::array();
      for (const Json& one : items_) known.push_back(one.value("label", ""));
      for (const Json& label : wanted) {
        if ((item(label.get<std::string>()) != nullptr) != (key == "labels")) differ(key, wanted, known);
      }
    } else if (key == "first") {
      if (items_.empty() || items_[0].value("label", "") != wanted) differ(key, wanted, items_);
    } else if (key == "insert") {
      for (const auto& [label, text] : wanted.items()) {
        const Json* one = item(label);
        if (one == nullptr || (*one)["textEdit"]["newText"] != text)
          differ(key, wanted, one == nullptr ? Json() : *one);
      }
    } else if (key == "contains" || key == "lacks") {
      for (const Json& part : wanted) {
        const bool is_there = texts_.find(part.get<std::string>()) != std::string::npos;
        if (is_there != (key == "contains")) differ(key, part, value_);
      }
    } else if (key == "places") {
      Json places = Json::array();
      const Json& all = value_.is_object() && value_.contains("edits") ? value_["edits"] : items_;
      for (const Json& range : all) places.push_back(place_of(range));
      if (places != wanted) differ(key, wanted, places);
    } else if (key == "names") {
      std::vector<std::string> names;
      add_names(items_, names);
      if (Json(names) != wanted) differ(key, wanted, names);
    } else if (key == "rows") {
      Json rows = Json::array();
      for (const Json& row : items_) rows.push_back(row.value("text", ""));
      if (rows != wanted) differ(key, wanted, rows);
    } else if (key == "codes") {
      Json codes = Json::array();
      for (const Json& one : items_) codes.push_back(one.value("code", ""));
      if (codes != wanted) differ(key, wanted, codes);
    } else if (key == "active") {
      if (value_.is_null() || value_["activeParameter"] != wanted) differ(key, wanted, value_);
    } else if (key == "null") {
      if (!value_.is_null()) differ(key, wanted, value_);
    } else if (key == "empty") {
      if (!items_.empty()) differ(key, wanted, items_);
    } else if (key == "text") {
      check_text(wanted);
    } else if (key == "value") {
      if (value_ != wanted) differ(key, wanted, value_);
    } else {
      differ("expect has no key", key, nullptr);
    }
  }

  // Checks the marked file: after the edits of a rename or of the first action, or after formatting.
  void check_text(const Json& wanted) {
    if (value_.is_object() && value_.contains("text")) {
      if (value_["text"] != wanted) differ("text", wanted, value_["text"]);
      return;
    }
    const Json edits = value_.is_object() && value_.contains("edits")   ? value_["edits"]
                       : !items_.empty() && items_[0].contains("edits") ? items_[0]["edits"]
                                                                        : Json::array();
    if (edits.empty()) return differ("text", wanted, value_);
    const std::string text = edited(asked_.workspace, edits, edits[0]["file"].get<std::string>());
    if (text != wanted) differ("text", wanted, text);
  }

  Json case_;
  Asked asked_;
  Json answer_;
  Json value_;
  Json items_ = Json::array();
  std::string texts_;
  std::string problems_;
};

}  // namespace

bool asks(std::string_view case_json) {
  return Json::parse(case_json).contains("ask");
}

bool wants_run(std::string_view case_json) {
  return Json::parse(case_json).value("run", false);
}

std::string asked_workspace(std::string_view case_json) {
  return asked(case_json).workspace.dump();
}

std::string assist_request(std::string_view case_json, std::string_view outcome_json) {
  const Json one = Json::parse(case_json);
  Asked parts = asked(case_json);
  Json request = one.value("with", Json::object());
  request["ask"] = one["ask"];
  request["workspace"] = std::move(parts.workspace);
  if (!parts.at.is_null()) request["at"] = std::move(parts.at);
  if (!outcome_json.empty()) request["outcome"] = Json::parse(outcome_json);
  return request.dump();
}

std::string check_answer(std::string_view case_json, std::string_view answer_json) {
  return AnswerChecker(case_json, answer_json).check();
}

}  // namespace evalground::runner
