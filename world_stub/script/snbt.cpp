// Reading SNBT. SPDX-License-Identifier: MIT
#include "world_stub/script/snbt.hpp"

#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "rules/number_text.hpp"

namespace better_bats::stub {
namespace {

using rules::CommandReader;

/// The number of this type that the whole text is, as a value.
template <typename Number>
[[nodiscard]] std::optional<Nbt> numberOf(std::string_view text) {
  if (text.substr(0, 1) == "+") text.remove_prefix(1);
  const auto value = rules::fromText<Number>(text);
  if (!value) return std::nullopt;
  return Nbt{*value};
}

/// `nan` and `inf` are words to from_chars and plain strings here.
[[nodiscard]] bool startsLikeNumber(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("+-");
  return sign <= 1 && text.find_first_of("0123456789.", sign) == sign;
}

[[nodiscard]] std::optional<Nbt> wordNumber(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "true") return Nbt{std::int8_t{1}};
  if (text == "false") return Nbt{std::int8_t{0}};
  if (text == "NaN" || text == "NaNd") return Nbt{std::numeric_limits<double>::quiet_NaN()};
  if (text == "Infinity" || text == "Infinityd") return Nbt{infinity};
  if (text == "-Infinity" || text == "-Infinityd") return Nbt{-infinity};
  return std::nullopt;
}

/// The number that an unquoted word is; nothing where it is a string.
[[nodiscard]] std::optional<Nbt> numberIn(std::string_view text) {
  if (!startsLikeNumber(text)) return wordNumber(text);
  const std::string_view body = text.substr(0, text.size() - 1);
  switch (text.back()) {
    case 'b':
    case 'B': return numberOf<std::int8_t>(body);
    case 's':
    case 'S': return numberOf<std::int16_t>(body);
    case 'l':
    case 'L': return numberOf<std::int64_t>(body);
    case 'f':
    case 'F': return numberOf<float>(body);
    case 'd':
    case 'D': return numberOf<double>(body);
    default: break;
  }
  if (auto whole = numberOf<std::int32_t>(text)) return whole;
  if (text.find_first_of(".eE") == std::string_view::npos) return std::nullopt;
  return numberOf<double>(text);
}

/// Where a key was given twice the last value holds, at the place of the first.
void keepLastOfEachKey(NbtCompound& compound) {
  std::unordered_map<std::string, std::size_t> places;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < compound.size(); ++i) {
    const auto [place, isNew] = places.emplace(compound[i].first, kept);
    if (!isNew) {
      compound[place->second].second = std::move(compound[i].second);
    } else {
      if (kept != i) compound[kept] = std::move(compound[i]);
      ++kept;
    }
  }
  compound.erase(compound.begin() + static_cast<std::ptrdiff_t>(kept), compound.end());
}

/// Reads one document; counts how deep it is.
class SnbtReader {
 public:
  explicit SnbtReader(CommandReader& reader) : reader_(reader) {}

  [[nodiscard]] NbtCompound compound() {
    const Depth depth(*this);
    open('{', "Expected compound tag");
    NbtCompound result;
    while (!closes('}')) {
      std::string key = readKey();
      skipSpaces();
      reader_.expect(':');
      result.emplace_back(std::move(key), value());
      if (!comma('}')) break;
    }
    keepLastOfEachKey(result);
    return result;
  }

  [[nodiscard]] Nbt value() {
    skipSpaces();
    if (!reader_.canRead()) throw reader_.error("Expected value");
    if (reader_.peek() == '{') return Nbt{compound()};
    if (reader_.peek() == '[') return Nbt{list()};
    if (reader_.peek() == '"' || reader_.peek() == '\'') return Nbt{reader_.readQuotedString()};
    const std::string word(reader_.readUnquotedString());
    if (word.empty()) throw reader_.error("Expected value");
    if (auto number = numberIn(word)) return *number;
    return Nbt{word};
  }

 private:
  struct Depth {
    explicit Depth(SnbtReader& reader) : reader_(reader) {
      constexpr int limit = 512;
      if (++reader_.depth_ > limit) throw reader_.reader_.error("Tried to read NBT tag with too high complexity");
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --reader_.depth_; }
    SnbtReader& reader_;
  };

  [[nodiscard]] NbtList list() {
    const Depth depth(*this);
    open('[', "Expected value");
    skipArrayType();
    NbtList result;
    while (!closes(']')) {
      result.push_back(value());
      if (!comma(']')) break;
    }
    return result;
  }

  /// `[I;1,2]`, as in the UUID of a copied command, is read as a list.
  void skipArrayType() {
    const std::string_view rest = reader_.remaining();
    if (rest.size() < 2 || rest[1] != ';' || std::string_view("BIL").find(rest[0]) == std::string_view::npos) return;
    reader_.setCursor(reader_.cursor() + 2);
  }

  void skipSpaces() {
    while (reader_.canRead() && reader_.peek() == ' ') reader_.skip();
  }

  void open(char bracket, const char* complaint) {
    if (!reader_.canRead() || reader_.peek() != bracket) throw reader_.error(complaint);
    reader_.skip();
  }

  /// Steps over the closing bracket, if that is next.
  [[nodiscard]] bool closes(char bracket) {
    skipSpaces();
    if (!reader_.canRead() || reader_.peek() != bracket) return false;
    reader_.skip();
    return true;
  }

  /// Steps over a comma, or over the closing bracket and says false.
  [[nodiscard]] bool comma(char bracket) {
    skipSpaces();
    if (reader_.canRead() && reader_.peek() == ',') {
      reader_.skip();
      return true;
    }
    reader_.expect(bracket);
    return false;
  }

  [[nodiscard]] std::string readKey() {
    if (!reader_.canRead()) throw reader_.error("Expected key");
    std::string key = reader_.readString();
    if (key.empty()) throw reader_.error("Expected key");
    return key;
  }

  CommandReader& reader_;
  int depth_ = 0;
};

}  // namespace

NbtCompound readCompound(CommandReader& reader) {
  return SnbtReader(reader).compound();
}

Nbt readNbt(CommandReader& reader) {
  return SnbtReader(reader).value();
}

}  // namespace better_bats::stub
