// The listener and HTTP, by Boost.Beast. SPDX-License-Identifier: MIT
#include "world_stub/viewer/network.hpp"

#include <algorithm>
#include <optional>

#include "world_stub/viewer/frame_statistics.hpp"
#include "world_stub/viewer/network_parts.hpp"

namespace better_bats::stub {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Failure = beast::error_code;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;
using Clock = std::chrono::steady_clock;

constexpr auto pollInterval = std::chrono::milliseconds(10);
constexpr auto statisticsInterval = std::chrono::milliseconds(500);
constexpr auto httpPatience = std::chrono::seconds(30);
constexpr std::size_t headerLimit = 8192;

constexpr const char* securityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

[[nodiscard]] std::string text(beast::string_view view) {
  return {view.data(), view.size()};
}

}  // namespace

// ---- a request

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Network::Impl& network, tcp::socket&& socket) : network_(network), stream_(std::move(socket)) {
    ++network_.connections;
  }
  ~HttpSession() { --network_.connections; }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(headerLimit);
    parser_->body_limit(longestMessage);
    stream_.expires_after(httpPatience);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Failure failed, std::size_t) {
      if (failed == http::error::body_limit) return self->refuse(http::status::payload_too_large, "Too large");
      if (failed == http::error::header_limit) {
        return self->refuse(http::status::request_header_fields_too_large, "Too large");
      }
      if (failed) return self->shut();
      self->request_ = self->parser_->release();
      self->answer();
    });
  }

 private:
  void answer() {
    const std::string host = text(request_[http::field::host]);
    if (!network_.services.access.isHostAllowed(host)) return refuse(http::status::forbidden, "Not by this name");
    if (!Access::isOriginAllowed(text(request_[http::field::origin]), host)) {
      return refuse(http::status::forbidden, "Not from another site");
    }
    const std::string target = text(request_.target());
    if (websocket::is_upgrade(request_)) return upgrade(target);
    if (target == "/command") return command();
    if (request_.method() != http::verb::get && request_.method() != http::verb::head) {
      return refuse(http::status::method_not_allowed, "Not by this method");
    }
    if (target == "/state.json") return state();
    const PageFile* file = network_.services.page.find(target);
    if (file == nullptr) return refuse(http::status::not_found, "There is no such page");
    send(http::status::ok, file->type, file->content);
  }

  void upgrade(const std::string& target) {
    if (target != "/live") return refuse(http::status::not_found, "There is no such socket");
    if (network_.isFull()) return refuse(http::status::service_unavailable, "Too many viewers");
    const auto session = std::make_shared<LiveSession>(network_, std::move(stream_));
    session->open(request_);
  }

  /// One command line as the body, the token in the Authorization header.
  void command() {
    if (request_.method() != http::verb::post) return refuse(http::status::method_not_allowed, "POST a command");
    constexpr std::string_view scheme = "Bearer ";
    const std::string given = text(request_[http::field::authorization]);
    const bool known = given.compare(0, scheme.size(), scheme) == 0 &&
                       network_.services.access.mayWrite(std::string_view(given).substr(scheme.size()));
    if (!known) return refuse(http::status::unauthorized, "Changing things needs the token that the server printed");
    std::string line = request_.body();
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.size() > longestLine || line.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
      return refuse(http::status::bad_request, "One line of a command");
    }
    network_.services.runLine(std::move(line), [self = shared_from_this()](const LineOutcome& outcome) mutable {
      auto& io = self->network_.io;  // the last to let go of self is the network's thread
      asio::post(io, [self = std::move(self), outcome] {
        self->send(outcome.done ? http::status::ok : http::status::unprocessable_entity, "text/plain; charset=utf-8",
                   outcome.reply + "\n");
      });
    });
  }

  void state() {
    network_.services.refresh([self = shared_from_this()]() mutable {
      auto& io = self->network_.io;
      asio::post(io, [self = std::move(self)] {
        const Exchange& exchange = self->network_.services.exchange;
        const auto newest = [&](Topic topic) {
          const SharedBytes bytes = exchange.newest(topic).bytes;
          return bytes ? *bytes : std::string();
        };
        const std::string frame = newest(Topic::Frame);
        self->send(http::status::ok, "application/json",
                   stateDocument(newest(Topic::Settings), newest(Topic::Figures),
                                 frame.empty() ? std::string() : statisticsDocument(statisticsOf(frame))));
      });
    });
  }

  void refuse(http::status status, const std::string& reason) {
    send(status, "text/plain; charset=utf-8", reason + "\n");
  }

  void send(http::status status, std::string_view type, const std::string& body) {
    response_ = Response(status, request_.version() == 0 ? 11 : request_.version());
    response_.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response_.set(http::field::cache_control, "no-cache");
    response_.set("Content-Security-Policy", securityPolicy);
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    const bool isWhole = parser_->is_done();
    response_.keep_alive(isWhole && request_.keep_alive());
    response_.content_length(body.size());
    if (request_.method() != http::verb::head) response_.body() = body;
    stream_.expires_after(httpPatience);
    http::async_write(stream_, response_, [self = shared_from_this()](Failure failed, std::size_t) {
      if (failed || !self->response_.keep_alive()) return self->shut();
      self->read();
    });
  }

  void shut() {
    Failure ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  Network::Impl& network_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  Response response_;
};

// ---- the listener

void Network::Impl::listen(const std::string& bind, std::uint16_t port) {
  Failure failed;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(bind, std::to_string(port), tcp::resolver::passive, failed);
  const auto notOurs = [&] { return NetworkError(bind + " is no address of this machine: " + failed.message()); };
  if (failed) throw notOurs();
  const auto open = [&] {
    const tcp::endpoint endpoint = *found.begin();
    if (acceptor_.open(endpoint.protocol(), failed)) return;
    if (acceptor_.set_option(asio::socket_base::reuse_address(true), failed)) return;
    if (acceptor_.bind(endpoint, failed)) return;
    acceptor_.listen(asio::socket_base::max_listen_connections, failed);
  };
  open();
  if (failed == boost::system::errc::address_not_available) throw notOurs();
  if (failed)
    throw NetworkError("cannot listen on " + bind + " port " + std::to_string(port) + ": " + failed.message());
  port_ = acceptor_.local_endpoint().port();
}

void Network::Impl::accept() {
  acceptor_.async_accept([this](Failure failed, tcp::socket socket) {
    if (!failed && connections < mostConnections) {
      Failure ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<HttpSession>(*this, std::move(socket))->read();
    }
    if (failed == asio::error::operation_aborted) return;
    accept();
  });
}

void Network::Impl::join(const std::shared_ptr<LiveSession>& session) {
  live_.insert(session);
  services.exchange.setClients(live_.size());
  if (live_.size() == 1) poll();
}

void Network::Impl::leave(const std::shared_ptr<LiveSession>& session) {
  if (live_.erase(session) == 0) return;
  services.exchange.setClients(live_.size());
  followedChanged();
}

void Network::Impl::followedChanged() {
  std::set<std::uint64_t> bats;
  for (const auto& session : live_) {
    if (session->followed() != 0) bats.insert(session->followed());
  }
  services.exchange.setFollowed(std::move(bats));
}

// The tick thread wakes nobody: its newest is looked for a hundred times a second while anybody watches.
void Network::Impl::poll() {
  poll_.expires_after(pollInterval);
  poll_.async_wait([this](Failure failed) {
    if (failed || live_.empty()) return;
    countNewestFrame();
    // A session may leave while it is served.
    const std::vector<std::shared_ptr<LiveSession>> sessions(live_.begin(), live_.end());
    for (const auto& session : sessions) session->deliver();
    poll();
  });
}

void Network::Impl::countNewestFrame() {
  if (Clock::now() - counted_ < statisticsInterval) return;
  const Published frame = services.exchange.newest(Topic::Frame);
  if (!frame.bytes || frame.number == countedFrame_) return;
  counted_ = Clock::now();
  countedFrame_ = frame.number;
  services.exchange.publish(Topic::Statistics,
                            std::make_shared<const std::string>(statisticsDocument(statisticsOf(*frame.bytes))));
}

Network::Network(const std::string& bind, std::uint16_t port, NetworkServices services)
    : impl_(std::make_unique<Impl>(bind, port, std::move(services))) {}

Network::~Network() = default;

std::uint16_t Network::port() const noexcept {
  return impl_->port();
}

}  // namespace better_bats::stub
