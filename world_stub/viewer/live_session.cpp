// A socket that watches: what it says, and what it is told next. SPDX-License-Identifier: MIT
#include <utility>

#include "world_stub/viewer/network_parts.hpp"

namespace better_bats::stub {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using Failure = beast::error_code;
using Request = beast::http::request<beast::http::string_body>;
using Clock = std::chrono::steady_clock;

constexpr auto helloPatience = std::chrono::seconds(10);
constexpr auto idlePatience = std::chrono::seconds(20);
constexpr std::size_t receiveLimit = 65536;  // beyond it the socket is closed without words of ours
constexpr std::size_t mostPendingLines = 16;
constexpr std::size_t mostPendingTiles = 64;

}  // namespace

LiveSession::LiveSession(Network::Impl& network, beast::tcp_stream&& stream)
    : network_(network), socket_(std::move(stream)) {
  ++network_.connections;
}

LiveSession::~LiveSession() {
  --network_.connections;
}

void LiveSession::open(const Request& request) {
  beast::get_lowest_layer(socket_).expires_never();
  auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
  timeouts.idle_timeout = idlePatience;
  timeouts.keep_alive_pings = true;
  socket_.set_option(timeouts);
  socket_.read_message_max(receiveLimit);
  socket_.auto_fragment(false);  // a message is at hand as a whole
  socket_.async_accept(request, [self = shared_from_this()](Failure failed) {
    if (failed) return;
    self->network_.join(self);
    self->read();
  });
}

void LiveSession::deliver() {
  if (writing_ || closing_) return;
  if (!greeted_) {
    if (Clock::now() - opened_ > helloPatience) close("no hello");
    return;
  }
  if (!replies_.empty()) {
    SharedBytes reply = replies_.front();
    replies_.pop_front();
    write(std::move(reply), false);
    return read();
  }
  for (const Topic topic : {Topic::Settings, Topic::Figures, Topic::Statistics}) {
    if (sendNewest(topic)) return;
  }
  if (sendFollowed()) return;
  // In turn, so that a slow line gets both terrain and bats.
  if (lastWasTile_) {
    if (!sendNewest(Topic::Frame)) static_cast<void>(sendTile());
  } else if (!sendTile()) {
    static_cast<void>(sendNewest(Topic::Frame));
  }
}

void LiveSession::read() {
  if (reading_ || closing_ || replies_.size() + runningLines_ >= mostPendingLines) return;
  reading_ = true;
  socket_.async_read(buffer_, [self = shared_from_this()](Failure failed, std::size_t) {
    self->reading_ = false;
    if (failed) return self->end();
    const std::string message = beast::buffers_to_string(self->buffer_.data());
    self->buffer_.clear();
    if (!self->socket_.got_text()) return self->close("binary");
    self->receive(message);
    self->read();
  });
}

void LiveSession::receive(const std::string& text) {
  const ParsedMessage parsed = parseMessage(text);
  if (!parsed.message) return close(parsed.fault);
  if (const auto* hello = std::get_if<HelloMessage>(&*parsed.message)) {
    if (greeted_) return close("a second hello");
    return greet(*hello);
  }
  if (!greeted_) return close("the first message must be hello");
  if (std::holds_alternative<ReadyMessage>(*parsed.message) && framesOnTheirWay_ > 0) --framesOnTheirWay_;
  if (const auto* command = std::get_if<CommandMessage>(&*parsed.message)) return run(*command);
  if (const auto* tile = std::get_if<TileKey>(&*parsed.message)) {
    if (tiles_.size() >= mostPendingTiles) return close("too many tiles at once");
    tiles_.push_back(*tile);
  }
  if (const auto* follow = std::get_if<FollowMessage>(&*parsed.message)) {
    followed_ = follow->bat;
    network_.followedChanged();
  }
}

void LiveSession::greet(const HelloMessage& hello) {
  greeted_ = true;
  window_ = hello.window;
  mayWrite_ = network_.services.access.mayWrite(hello.token);
  const bool wrong = !mayWrite_ && !hello.token.empty();
  reply(welcomeDocument(mayWrite_, wrong ? "This is not the server's token" : ""));
}

void LiveSession::run(const CommandMessage& command) {
  if (!mayWrite_) {
    return reply(replyDocument(command.number, {false, "Changing things needs the token that the server printed"}));
  }
  ++runningLines_;
  network_.services.runLine(command.line,
                            [weak = weak_from_this(), number = command.number, io = &network_.io](LineOutcome outcome) {
                              asio::post(*io, [weak, number, outcome = std::move(outcome)] {
                                if (const auto self = weak.lock()) {
                                  --self->runningLines_;
                                  self->reply(replyDocument(number, outcome));
                                }
                              });
                            });
}

void LiveSession::reply(std::string document) {
  replies_.push_back(std::make_shared<const std::string>(std::move(document)));
  deliver();
}

bool LiveSession::sendNewest(Topic topic) {
  // What a slow reader has not dealt with would only wait in buffers on the way, and grow old there.
  if (topic == Topic::Frame && window_ > 0 && framesOnTheirWay_ >= window_) return false;
  Published newest = network_.services.exchange.newest(topic);
  std::uint64_t& sent = sent_[static_cast<std::size_t>(topic)];
  if (!newest.bytes || newest.number == sent) return false;
  sent = newest.number;
  if (topic == Topic::Frame) ++framesOnTheirWay_;
  lastWasTile_ = lastWasTile_ && topic != Topic::Frame;
  write(std::move(newest.bytes), topic == Topic::Frame);
  return true;
}

bool LiveSession::sendFollowed() {
  if (followed_ == 0) return false;
  SharedBytes document = network_.services.exchange.followed(followed_);
  if (!document || document == sentFollowed_) return false;
  sentFollowed_ = document;
  write(std::move(document), false);
  return true;
}

bool LiveSession::sendTile() {
  for (auto tile = tiles_.begin(); tile != tiles_.end(); ++tile) {
    SharedBytes bytes = network_.services.exchange.tile(*tile);
    if (!bytes) continue;
    tiles_.erase(tile);
    lastWasTile_ = true;
    write(std::move(bytes), true);
    return true;
  }
  return false;
}

void LiveSession::write(SharedBytes bytes, bool binary) {
  writing_ = true;
  socket_.binary(binary);
  const auto buffer = asio::buffer(*bytes);
  socket_.async_write(buffer, [self = shared_from_this(), bytes = std::move(bytes)](Failure failed, std::size_t) {
    self->writing_ = false;
    if (failed) return self->end();
    self->deliver();
  });
}

void LiveSession::close(const std::string& reason) {
  if (closing_) return;
  end();
  websocket::close_reason why(websocket::close_code::policy_error);
  why.reason = reason.substr(0, why.reason.max_size() - 1);
  socket_.async_close(why, [self = shared_from_this()](Failure) {});
}

void LiveSession::end() {
  closing_ = true;
  network_.leave(shared_from_this());
}

}  // namespace better_bats::stub
