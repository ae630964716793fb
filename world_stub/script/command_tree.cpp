// Matching, completing and describing command lines. SPDX-License-Identifier: MIT
#include "world_stub/script/command_tree.hpp"

#include <algorithm>
#include <optional>

#include "rules/nearest_name.hpp"
#include "world_stub/script/command_source.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using rules::CommandReader;

/// The children that a word may be: the literal of that name alone, or else the arguments.
[[nodiscard]] std::vector<const CommandNode*> candidates(const std::vector<CommandNode>& children,
                                                         std::string_view word, const CommandAccess& access) {
  std::vector<const CommandNode*> found;
  for (const CommandNode& child : children) {
    if (!child.visibleTo(access)) continue;
    if (child.isLiteral() && child.name() == word) return {&child};
    if (!child.isLiteral()) found.push_back(&child);
  }
  return found;
}

[[nodiscard]] std::string_view wordAt(const CommandReader& reader) {
  return reader.remaining().substr(0, reader.remaining().find(' '));
}

/// Which of the words that may stand here was meant; nothing where none is near.
[[nodiscard]] std::string nearestHint(const std::vector<CommandNode>& children, std::string_view word,
                                      const CommandAccess& access) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  rules::NearestName nearest(lower, 1);
  for (const CommandNode& child : children) {
    if (child.isLiteral() && child.visibleTo(access)) nearest.offer(child.name());
  }
  return nearest.hint();
}

/// All words that may stand here; nothing where none does.
[[nodiscard]] std::string choiceHint(const std::vector<CommandNode>& children, const CommandAccess& access) {
  std::string words;
  for (const CommandNode& child : children) {
    if (child.isLiteral() && child.visibleTo(access)) words += (words.empty() ? "" : ", ") + child.name();
  }
  return words.empty() ? words : "Known here: " + words;
}

/// A command that exists, but not on a console.
[[nodiscard]] std::string scriptsHint(const std::vector<CommandNode>& commands, std::string_view word,
                                      const CommandAccess& access) {
  for (const CommandNode& command : commands) {
    const bool hidden = command.scriptsOnly() && !command.visibleTo(access);
    if (hidden && command.name() == word && access.level >= CommandNode::operators) {
      return "'" + command.name() + "' belongs to scripts: --script FILE runs one";
    }
  }
  return {};
}

/// Reads one node. Throws where it does not fit.
void readNode(const CommandNode& node, CommandReader& reader, Arguments& arguments) {
  if (node.isLiteral()) {
    reader.setCursor(reader.cursor() + node.name().size());
  } else {
    arguments.add(node.name(), node.type().parse(reader));
  }
  if (reader.canRead() && reader.peek() != ' ') {
    throw reader.error("Expected whitespace to end one argument, but found trailing data");
  }
}

/// Walks down the tree; on failure keeps the error of the attempt that came furthest.
class Matcher {
 public:
  Matcher(CommandReader& reader, const CommandAccess& access) : reader_(reader), access_(access) {}

  /// The reader stands behind the blank that ends the word before.
  [[nodiscard]] const Execute* match(const std::vector<CommandNode>& children, bool root) {
    const std::size_t afterBlank = reader_.cursor();
    reader_.skipBlanks();
    const std::size_t start = reader_.cursor();
    const std::string_view word = wordAt(reader_);
    const auto nodes = candidates(children, word, access_);
    if (nodes.empty()) {
      CommandError error = root ? reader_.unknownCommand(start) : reader_.incorrectArgument(start);
      note(std::move(error)
               .withHint(root ? scriptsHint(children, word, access_) : std::string())
               .withHint(nearestHint(children, word, access_))
               .withHint(root ? std::string() : choiceHint(children, access_)));
    }
    for (const CommandNode* node : nodes) {
      const std::size_t known = arguments_.size();
      reader_.setCursor(!node->isLiteral() && node->type().keepsBlanks ? afterBlank : start);
      if (const Execute* execute = tryNode(*node, nodes.size() > 1, children)) return execute;
      arguments_.shrink(known);
    }
    return nullptr;
  }

  [[nodiscard]] Arguments takeArguments() { return std::move(arguments_); }
  [[nodiscard]] const CommandError& error() const { return *error_; }

 private:
  [[nodiscard]] const Execute* tryNode(const CommandNode& node, bool oneOfSeveral,
                                       const std::vector<CommandNode>& siblings) {
    const std::size_t start = reader_.cursor();
    const std::string_view word = wordAt(reader_);
    try {
      readNode(node, reader_, arguments_);
    } catch (const CommandError& error) {
      CommandError told = oneOfSeveral ? reader_.incorrectArgument(start) : error;
      note(std::move(told).withHint(nearestHint(siblings, word, access_)));
      return nullptr;
    }
    if (reader_.canRead() && reader_.remaining().find_first_not_of(' ') != std::string_view::npos) {
      reader_.skip();
      return match(node.children(), false);
    }
    if (reader_.canRead()) {
      note(reader_.incorrectArgument(reader_.cursor()));
    } else if (node.execute()) {
      return &node.execute();
    } else {
      note(reader_.unknownCommand(reader_.cursor()));
    }
    return nullptr;
  }

  void note(const CommandError& error) {
    if (!error_ || error.cursor() > error_->cursor()) error_ = error;
  }

  CommandReader& reader_;
  const CommandAccess& access_;
  Arguments arguments_;
  std::optional<CommandError> error_;
};

void suggestNext(const std::vector<CommandNode>& children, Suggestions& to) {
  const std::size_t start = to.start;
  for (const CommandNode& child : children) {
    if (!child.visibleTo(to.source.access)) continue;
    if (child.isLiteral()) {
      to.offer(child.name());
    } else {
      child.type().suggest(to);
      if (to.start != start) return;  // the words belong to a part of the argument
    }
  }
}

void describe(const CommandNode& node, const std::string& before, const CommandAccess& access, std::string& to) {
  if (!node.visibleTo(access)) return;
  for (const std::string& form : node.shownForms()) to.append(to.empty() ? "/" : "\n/").append(form);
  if (!node.shownForms().empty()) return;
  const std::string form = before + (node.isLiteral() ? node.name() : "<" + node.name() + ">");
  if (node.execute()) to.append(to.empty() ? "/" : "\n/").append(form);
  for (const CommandNode& child : node.children()) describe(child, form + " ", access, to);
}

/// The word behind `parent`, which is null for a command. Nothing where it may stand for an argument: then help shows
/// what there is up to there. Throws where it is neither.
[[nodiscard]] const CommandNode* findHelped(const CommandNode* parent, const std::vector<CommandNode>& commands,
                                            std::string_view word, const CommandAccess& access) {
  const std::vector<CommandNode>& children = parent != nullptr ? parent->children() : commands;
  for (const CommandNode& child : children) {
    if (child.isLiteral() && child.name() == word && child.visibleTo(access)) return &child;
  }
  if (parent != nullptr && !std::ranges::all_of(children, &CommandNode::isLiteral)) return nullptr;
  throw CommandError("Unknown command or insufficient permissions")
      .withHint(parent == nullptr ? scriptsHint(commands, word, access) : std::string())
      .withHint(nearestHint(children, word, access))
      .withHint(parent == nullptr ? "`help` lists all commands" : choiceHint(children, access));
}

}  // namespace

CommandNode CommandNode::then(CommandNode child) && {
  children_.push_back(std::move(child));
  return std::move(*this);
}

CommandNode CommandNode::does(Execute execute) && {
  execute_ = std::move(execute);
  return std::move(*this);
}

CommandNode CommandNode::shownAs(std::vector<std::string> forms) && {
  shownForms_ = std::move(forms);
  return std::move(*this);
}

CommandNode CommandNode::explainedBy(Explain explain) && {
  explain_ = std::move(explain);
  return std::move(*this);
}

CommandNode CommandNode::needs(std::uint32_t level) && {
  level_ = level;
  return std::move(*this);
}

CommandNode CommandNode::inScripts() && {
  scriptsOnly_ = true;
  return std::move(*this);
}

bool CommandNode::visibleTo(const CommandAccess& access) const noexcept {
  return access.level >= level_ && (!scriptsOnly_ || access.script);
}

void CommandTree::add(CommandNode command) {
  const auto place =
      std::lower_bound(commands_.begin(), commands_.end(), command.name(),
                       [](const CommandNode& node, const std::string& name) { return node.name() < name; });
  commands_.insert(place, std::move(command));
}

ParsedCommand CommandTree::parse(std::string_view line, const CommandAccess& access) const {
  CommandReader reader(line);
  Matcher matcher(reader, access);
  const Execute* execute = matcher.match(commands_, true);
  if (execute == nullptr) throw CommandError(matcher.error());
  return {*execute, matcher.takeArguments()};
}

Suggestions CommandTree::complete(std::string_view line, CommandSource& source) const {
  Suggestions suggestions{source, line, 0, {}};
  const std::vector<CommandNode>* children = &commands_;
  CommandReader reader(line);
  Arguments ignored;
  while (true) {
    suggestions.start = reader.cursor();
    const auto nodes = candidates(*children, wordAt(reader), source.access);
    const CommandNode* passed = nullptr;
    for (const CommandNode* node : nodes) {
      try {
        readNode(*node, reader, ignored);
        passed = node;
        break;
      } catch (const CommandError&) {
        reader.setCursor(suggestions.start);
      }
    }
    // A node is behind us once a space follows it.
    if (passed == nullptr || !reader.canRead()) break;
    reader.skipBlanks();
    children = &passed->children();
  }
  suggestNext(*children, suggestions);
  return suggestions;
}

std::string CommandTree::help(std::string_view words, CommandSource& source) const {
  std::string reply;
  CommandReader reader(words);
  reader.skipBlanks();
  if (!reader.canRead()) {
    for (const CommandNode& command : commands_) describe(command, "", source.access, reply);
    return reply;
  }
  const CommandNode* node = nullptr;
  std::string before;
  while (reader.canRead()) {
    const CommandNode* const next = findHelped(node, commands_, wordAt(reader), source.access);
    if (next == nullptr) break;
    if (node != nullptr) before += node->name() + " ";
    node = next;
    static_cast<void>(reader.readWord());
    reader.skipBlanks();
  }
  if (node->explain()) reply = node->explain()(source, reader.remaining());
  if (reply.empty()) describe(*node, before, source.access, reply);
  return reply;
}

}  // namespace better_bats::stub
