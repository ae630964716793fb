// Commands that the plugin answers, and the server's own about its plugins. SPDX-License-Identifier: MIT
#include <exception>
#include <string>

#include "rules/nearest_name.hpp"
#include "world_stub/script/argument_types.hpp"
#include "world_stub/script/command_source.hpp"
#include "world_stub/script/commands/commands.hpp"
#include "world_stub/server/server.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandError;
using rules::CommandReader;
using Node = CommandNode;

/// Without a plugin there are no rules at all, and its own command is unknown.
[[nodiscard]] CommandError withoutPlugin(const std::string& line, bool rule) {
  const CommandReader reader(line);
  const std::size_t space = line.find(' ');
  if (!rule) return reader.unknownCommand(0);
  if (space == std::string::npos) return reader.unknownCommand(line.size());
  return reader.incorrectArgument(space + 1);
}

std::string askPlugin(CommandSource& source, const std::string& line, bool rule) {
  Plugin* plugin = source.server.pilot();
  if (plugin == nullptr) throw withoutPlugin(line, rule).withHint(source.server.missingPlugin());
  CommandResult result = plugin->execute(line, source.access.level);
  if (result.status == Status::Ok) return std::move(result.reply);
  throw CommandError(result.reply.empty() ? describe(result.status) : result.reply);
}

/// What the plugin's own help says; nothing where the forms that the server knows are all there is to say.
std::string askPluginForHelp(CommandSource& source, std::string_view words, bool rule) {
  if (words.empty() && (rule || source.server.pilot() == nullptr)) return {};
  return askPlugin(source, "better-bats help" + std::string(words.empty() ? "" : " ") + std::string(words), false);
}

/// A root whose whole line goes to the plugin, unread.
[[nodiscard]] Node forPlugin(const std::string& root) {
  const bool rule = root == "gamerule";
  const auto complete = [root](Suggestions& to) {
    Plugin* plugin = to.source.server.pilot();
    if (plugin == nullptr) return;
    const std::size_t space = to.line.rfind(' ');
    to.start = space + 1;
    for (const std::string& word : plugin->complete(std::string(to.line), to.line.size())) to.offer(word);
  };
  ArgumentType rest = restArgument();
  rest.suggest = complete;
  return Node::literal(root)
      .explainedBy(
          [rule](CommandSource& source, std::string_view words) { return askPluginForHelp(source, words, rule); })
      .does([root, rule](CommandSource& source, const Arguments&) { return askPlugin(source, root, rule); })
      .then(
          Node::argument("...", std::move(rest)).does([root, rule](CommandSource& source, const Arguments& arguments) {
            return askPlugin(source, root + " " + arguments.get<std::string>("..."), rule);
          }));
}

std::string list(CommandSource& source, const Arguments&) {
  const auto& entries = source.server.plugins().entries();
  if (entries.empty()) return "There are no plugins";
  std::string reply = "There are " + std::to_string(entries.size()) + " plugin(s):";
  for (const PluginRack::Entry& entry : entries) {
    reply += "\n" + entry.id + " " + entry.plugin.version() + " (" + entry.plugin.path() + ")" +
             (&entry == &entries.front() ? ", flies" : ", stands by");
  }
  return reply;
}

std::string load(CommandSource& source, const Arguments& arguments) {
  try {
    const PluginRack::Entry& entry = source.server.plugins().load(arguments.get<std::string>("path"));
    return "Loaded plugin " + entry.id + " " + entry.plugin.version();
  } catch (const PluginError& error) {
    throw CommandError(std::string("Plugin refused: ") + error.what());
  }
}

[[nodiscard]] CommandError noPlugin(CommandSource& source, const std::string& id) {
  rules::NearestName nearest(id);
  for (const PluginRack::Entry& entry : source.server.plugins().entries()) nearest.offer(entry.id);
  return CommandError("There is no plugin '" + id + "'" + nearest.suggestion());
}

std::string unload(CommandSource& source, const Arguments& arguments) {
  const auto& id = arguments.get<std::string>("id");
  const std::string path = source.server.plugins().pathOf(id);
  if (!source.server.plugins().unload(id)) throw noPlugin(source, id);
  source.server.tellMissingPlugin(path);
  return "Unloaded plugin " + id;
}

std::string reload(CommandSource& source, const Arguments& arguments) {
  const auto& id = arguments.get<std::string>("id");
  try {
    if (!source.server.plugins().reload(id)) throw noPlugin(source, id);
  } catch (const PluginError& error) {
    throw CommandError(std::string("Plugin refused, the old one goes on: ") + error.what());
  }
  return "Reloaded plugin " + id;
}

[[nodiscard]] ArgumentType pluginIdArgument() {
  ArgumentType type = wordArgument();
  type.suggest = [](Suggestions& to) {
    for (const PluginRack::Entry& entry : to.source.server.plugins().entries()) to.offer(entry.id);
  };
  return type;
}

}  // namespace

void addPluginCommands(CommandTree& commands) {
  commands.add(forPlugin("gamerule").needs(Node::operators).shownAs({"gamerule <rule>", "gamerule <rule> <value>"}));
  // The plugin's own help has the rest.
  commands.add(forPlugin("better-bats").shownAs({"better-bats help"}));
  commands.add(forPlugin("bb").shownAs({"bb help"}));
  commands.add(Node::literal("plugin")
                   .needs(Node::operators)
                   .then(Node::literal("list").does(list))
                   .then(Node::literal("load").then(Node::argument("path", stringArgument()).does(load)))
                   .then(Node::literal("unload").then(Node::argument("id", pluginIdArgument()).does(unload)))
                   .then(Node::literal("reload").then(Node::argument("id", pluginIdArgument()).does(reload))));
}

}  // namespace better_bats::stub
