// The tree of commands: one description from which parsing, help and completion follow. SPDX-License-Identifier: MIT
//
// A line is matched as Minecraft's Brigadier does: a word that is a literal at its place is that literal, otherwise the
// arguments are tried in order; the error of the one argument that was tried is the line's error.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/command_reader.hpp"
#include "rules/completion.hpp"

namespace better_bats::stub {

struct CommandAccess;
struct CommandSource;

/// The values of a parsed line, by the names of their arguments.
class Arguments {
 public:
  void add(std::string_view name, std::any value) { values_.emplace_back(name, std::move(value)); }
  void shrink(std::size_t size) { values_.resize(size); }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }

  /// Null where the line has no such argument. [Limit: T is the argument's type]
  template <typename T>
  [[nodiscard]] const T* find(std::string_view name) const {
    for (const auto& [known, value] : values_) {
      if (known == name) return &std::any_cast<const T&>(value);
    }
    return nullptr;
  }
  /// [Limit: the line has this argument]
  template <typename T>
  [[nodiscard]] const T& get(std::string_view name) const {
    return *find<T>(name);
  }
  template <typename T>
  [[nodiscard]] T get(std::string_view name, T otherwise) const {
    const T* value = find<T>(name);
    return value != nullptr ? *value : std::move(otherwise);
  }

 private:
  std::vector<std::pair<std::string, std::any>> values_;
};

/// What help says about a command whose words the tree does not know, and about the words behind it; nothing: its
/// forms. Throws rules::CommandError.
using Explain = std::function<std::string(CommandSource&, std::string_view words)>;

/// Carries a command out and returns its reply; throws rules::CommandError where it fails and changed nothing.
using Execute = std::function<std::string(CommandSource&, const Arguments&)>;

/// Candidates for the text that begins at `start` of `line` and goes on to its end.
struct Suggestions {
  CommandSource& source;
  std::string_view line;
  std::size_t start = 0;
  std::vector<std::string> words;

  [[nodiscard]] std::string_view typed() const { return line.substr(start); }
  /// Adds a candidate if what was typed begins it, or a part of it after : _ or -.
  void offer(std::string_view word) {
    if (rules::matchesTyped(word, typed())) words.emplace_back(word);
  }
};

struct ArgumentType {
  std::function<std::any(rules::CommandReader&)> parse;
  /// May move `start` forward, where a word has parts of its own.
  std::function<void(Suggestions&)> suggest = [](Suggestions&) {};
  /// Of several blanks before the value all but the first belong to it.
  bool keepsBlanks = false;
};

/// A word or an argument, and what may follow it.
class CommandNode {
 public:
  static constexpr std::uint32_t everyone = 0;
  static constexpr std::uint32_t operators = 2;

  [[nodiscard]] static CommandNode literal(std::string word) { return CommandNode(std::move(word), {}); }
  [[nodiscard]] static CommandNode argument(std::string name, ArgumentType type) {
    return {std::move(name), std::move(type)};
  }

  [[nodiscard]] CommandNode then(CommandNode child) &&;
  [[nodiscard]] CommandNode does(Execute execute) &&;
  /// What help shows instead of the forms that follow from the tree, where the tree does not know them.
  [[nodiscard]] CommandNode shownAs(std::vector<std::string> forms) &&;
  [[nodiscard]] CommandNode explainedBy(Explain explain) &&;
  /// Invisible to sources below this permission level.
  [[nodiscard]] CommandNode needs(std::uint32_t level) &&;
  /// Invisible outside scripts.
  [[nodiscard]] CommandNode inScripts() &&;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] bool isLiteral() const noexcept { return !type_.parse; }
  [[nodiscard]] const std::vector<CommandNode>& children() const noexcept { return children_; }
  [[nodiscard]] const Execute& execute() const noexcept { return execute_; }
  [[nodiscard]] const ArgumentType& type() const noexcept { return type_; }
  [[nodiscard]] const std::vector<std::string>& shownForms() const noexcept { return shownForms_; }
  [[nodiscard]] const Explain& explain() const noexcept { return explain_; }
  [[nodiscard]] bool scriptsOnly() const noexcept { return scriptsOnly_; }
  [[nodiscard]] bool visibleTo(const CommandAccess& access) const noexcept;

 private:
  CommandNode(std::string name, ArgumentType type) : name_(std::move(name)), type_(std::move(type)) {}

  std::string name_;
  ArgumentType type_;
  Execute execute_;
  std::vector<std::string> shownForms_;
  Explain explain_;
  std::uint32_t level_ = everyone;
  bool scriptsOnly_ = false;
  std::vector<CommandNode> children_;
};

/// A line that was understood. Lives as long as the tree.
class ParsedCommand {
 public:
  ParsedCommand(const Execute& execute, Arguments arguments) : execute_(&execute), arguments_(std::move(arguments)) {}
  std::string run(CommandSource& source) const { return (*execute_)(source, arguments_); }

 private:
  const Execute* execute_;
  Arguments arguments_;
};

class CommandTree {
 public:
  void add(CommandNode command);

  /// Understands one line without a leading slash; throws rules::CommandError with vanilla's words.
  [[nodiscard]] ParsedCommand parse(std::string_view line, const CommandAccess& access) const;

  /// Whole words that may stand where the last word of `line` begins; `start` of the result says where that is.
  [[nodiscard]] Suggestions complete(std::string_view line, CommandSource& source) const;

  /// What help says about a command or a part of one ("tick sprint"): its forms, a line each with a slash, or what
  /// explains it; the forms of all commands for no words. Throws rules::CommandError for an unknown one.
  [[nodiscard]] std::string help(std::string_view words, CommandSource& source) const;

 private:
  std::vector<CommandNode> commands_;  // by name
};

}  // namespace better_bats::stub
