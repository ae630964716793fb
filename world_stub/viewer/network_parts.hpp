// The network thread's parts: the listener and one session a socket. For network.cpp and live_session.cpp only, the two
// files that know Boost.Beast. SPDX-License-Identifier: MIT
//
// Everything here runs on the network's thread unless it says otherwise.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <set>
#include <thread>

#include "world_stub/viewer/messages.hpp"
#include "world_stub/viewer/network.hpp"

namespace better_bats::stub {

class LiveSession;

class Network::Impl {
 public:
  Impl(const std::string& bind, std::uint16_t port, NetworkServices given)
      : services(std::move(given)), acceptor_(io), poll_(io) {
    listen(bind, port);
    accept();
    thread_ = std::thread([this] { io.run(); });
  }
  ~Impl() {
    io.stop();
    thread_.join();
    live_.clear();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }

  void join(const std::shared_ptr<LiveSession>& session);
  void leave(const std::shared_ptr<LiveSession>& session);
  void followedChanged();
  [[nodiscard]] bool isFull() const noexcept { return live_.size() >= mostSockets; }

 private:
  void listen(const std::string& bind, std::uint16_t port);
  void accept();
  void poll();
  void countNewestFrame();

  std::uint16_t port_ = 0;
  std::set<std::shared_ptr<LiveSession>> live_;  // one whose commands all run reads nothing that would hold it
  std::chrono::steady_clock::time_point counted_;
  std::uint64_t countedFrame_ = 0;

 public:
  NetworkServices services;
  std::atomic<std::size_t> connections{0};  // a request that is dropped at the end ends on the tick thread
  boost::asio::io_context io{1};            // after what sessions need: they end with it at the latest

 private:
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer poll_;
  std::thread thread_;
};

/// A socket that watches. Held by the network from join() to leave(), else while anything of it is under way.
class LiveSession : public std::enable_shared_from_this<LiveSession> {
 public:
  LiveSession(Network::Impl& network, boost::beast::tcp_stream&& stream);
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  void open(const boost::beast::http::request<boost::beast::http::string_body>& request);

  /// The bat that it follows; 0: none.
  [[nodiscard]] std::uint64_t followed() const noexcept { return followed_; }

  /// Sends the next of what is due, if nothing is on its way.
  void deliver();

 private:
  void read();
  void receive(const std::string& text);
  void greet(const HelloMessage& hello);
  void run(const CommandMessage& command);
  void reply(std::string document);
  [[nodiscard]] bool sendNewest(Topic topic);
  [[nodiscard]] bool sendFollowed();
  [[nodiscard]] bool sendTile();
  void write(SharedBytes bytes, bool binary);
  void close(const std::string& reason);
  void end();

  Network::Impl& network_;
  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  boost::beast::flat_buffer buffer_;
  std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
  bool greeted_ = false, mayWrite_ = false, reading_ = false, writing_ = false, closing_ = false;
  bool lastWasTile_ = false;
  std::size_t runningLines_ = 0;
  std::size_t window_ = 0, framesOnTheirWay_ = 0;
  std::deque<SharedBytes> replies_;  // with those under way at most 16, and the welcome
  std::deque<TileKey> tiles_;
  std::uint64_t followed_ = 0;
  SharedBytes sentFollowed_;
  std::array<std::uint64_t, topicCount> sent_{};
};

}  // namespace better_bats::stub
