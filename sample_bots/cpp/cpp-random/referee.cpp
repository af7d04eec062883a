#include "referee.hpp"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>

#include "serai/v1/referee.grpc.pb.h"

namespace serai {
namespace {

constexpr uint32_t kProtocol = 1;
constexpr uint32_t kMaxGames = 64;
constexpr int kLargestMessage = 16 * 1024 * 1024;
// Answers that are ready wait no longer than this (and the decision just being made) for those of slower games.
constexpr std::chrono::milliseconds kFlushAfter(20);

using Clock = std::chrono::steady_clock;
using Stream = grpc::ClientReaderWriterInterface<v1::PlayRequest, v1::PlayResponse>;

std::string from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') {
    throw std::runtime_error(std::string("no ") + variable + " in the environment; bots are started by the platform, " +
                             "for example: serai play yspahan ./my_bot random random");
  }
  return value;
}

v1::PlayRequest hello(const std::string& name, const std::vector<std::string>& games) {
  v1::PlayRequest request;
  v1::Hello* hello = request.mutable_hello();
  hello->set_token(from_environment("SERAI_TOKEN"));
  hello->set_protocol(kProtocol);
  hello->set_name(name);
  hello->mutable_games()->Add(games.begin(), games.end());
  hello->set_max_games(kMaxGames);
  return request;
}

// What has been said so far: the open games, and whether the referee has let the bot in.
class Conversation {
 public:
  Conversation(Stream& stream, const std::string& name, const std::vector<std::string>& games, const Choose& choose)
      : stream_(stream), name_(name), games_(games), choose_(choose) {}

  // A message holds all that is ready at one moment, to be read in this order.
  void hear(const v1::PlayResponse& message) {
    welcomed_ = welcomed_ || message.has_welcome();
    for (const v1::GameStarted& started : message.games_started()) start(started);
    answer_all(message);
    for (const v1::GameEnded& ended : message.games_ended()) tables_.erase(ended.game_handle());
    for (const v1::Fault& fault : message.faults()) blame(fault);
  }

  // A stream that breaks after the last game is how a referee that shuts down says good-bye.
  bool may_end() const { return welcomed_ && tables_.empty(); }

 private:
  void start(const v1::GameStarted& started) {
    if (std::find(games_.begin(), games_.end(), started.game()) == games_.end()) {
      throw std::runtime_error("a game of " + started.game() + " began, which this bot does not play");
    }
    tables_.insert_or_assign(started.game_handle(), Table{started, Luck(started.luck())});
  }

  // All questions of a message are answered in one message; if that takes long, what is ready is sent first.
  void answer_all(const v1::PlayResponse& message) {
    v1::PlayRequest ready;
    Clock::time_point flushed = Clock::now();
    for (const v1::Question& question : message.questions()) {
      *ready.add_answers() = answer(question);
      if (Clock::now() - flushed <= kFlushAfter) continue;
      stream_.Write(ready);  // if it fails, so does the next read
      ready.Clear();
      flushed = Clock::now();
    }
    if (!ready.answers().empty()) stream_.Write(ready);
  }

  v1::Answer answer(const v1::Question& question) {
    const std::string where = "question " + std::to_string(question.question_id()) + " of game " +
                              std::to_string(question.game_handle());
    const auto table = tables_.find(question.game_handle());
    if (table == tables_.end()) throw std::runtime_error(where + ", which has not started");
    if (question.options().empty()) throw std::runtime_error(where + " has no options");
    v1::Answer answer;
    answer.set_question_id(question.question_id());
    answer.set_option(choose_(table->second, question));
    if (answer.option() < uint32_t(question.options_size())) return answer;
    throw std::runtime_error("choose gave option " + std::to_string(answer.option()) + " of " +
                             std::to_string(question.options_size()) + " for " + where + "; they are numbered from 0");
  }

  // A fault in a game costs the seat there and the others go on; a fault of the stream ends everything.
  void blame(const v1::Fault& fault) {
    const std::string what = v1::FaultCause_Name(fault.cause()) + ": " + fault.text();
    if (!fault.has_game_handle()) throw std::runtime_error("the referee ends the stream: " + what);
    std::cerr << name_ << ": retired in game " << fault.game_handle() << ": " << what << std::endl;
  }

  Stream& stream_;
  const std::string& name_;
  const std::vector<std::string>& games_;
  const Choose& choose_;
  bool welcomed_ = false;
  std::map<uint32_t, Table> tables_;
};

bool begins_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_loopback(const std::string& address) {
  const std::string host = address.substr(0, address.rfind(':'));
  const bool is_number = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host == "[::1]" || (is_number && begins_with(host, "127."));
}

std::string content(const std::string& file) {
  std::ifstream opened(file, std::ios::binary);
  if (!opened) throw std::runtime_error("SERAI_CA=" + file + " cannot be read; it names a PEM file");
  return std::string(std::istreambuf_iterator<char>(opened), std::istreambuf_iterator<char>());
}

// Plain text to a path (unix:/path), and to this machine unless SERAI_CA is set. All else is TLS: SERAI_CA names a PEM
// file of certificates to trust; SERAI_INSECURE=1, without it, is plain text everywhere.
std::shared_ptr<grpc::ChannelCredentials> trust(const std::string& address) {
  const bool is_path = begins_with(address, "unix:");
  grpc::SslCredentialsOptions options;
  if (is_set("SERAI_CA") && !is_path) {
    options.pem_root_certs = content(std::getenv("SERAI_CA"));
    return grpc::SslCredentials(options);
  }
  const bool insecure = is_set("SERAI_INSECURE") && std::string(std::getenv("SERAI_INSECURE")) == "1";
  if (is_path || is_loopback(address) || insecure) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials(options);
}

std::unique_ptr<v1::RefereeService::Stub> dial(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kLargestMessage);
  return v1::RefereeService::NewStub(
      grpc::CreateCustomChannel(address, trust(address), arguments));
}

void converse(const std::string& name, const std::vector<std::string>& games, const Choose& choose) {
  const auto referee = dial(from_environment("SERAI_REFEREE"));
  grpc::ClientContext context;
  const v1::PlayRequest first = hello(name, games);
  const auto stream = referee->Play(&context);
  stream->Write(first);
  Conversation conversation(*stream, name, games, choose);
  v1::PlayResponse message;
  while (stream->Read(&message)) conversation.hear(message);
  const grpc::Status status = stream->Finish();
  if (!status.ok() && !conversation.may_end()) {
    throw std::runtime_error("lost the referee: " + status.error_message());
  }
}

}  // namespace

// Park and Miller's generator: it needs no more than 64 bits, so a bot in any language can draw the same.
Luck::Luck(const std::string& secret) : x_(std::stoull(secret.substr(0, 7), nullptr, 16) % 2147483646 + 1) {}

uint32_t Luck::below(uint32_t bound) {
  x_ = x_ * 48271 % 2147483647;
  return uint32_t(x_ % bound);
}

std::vector<std::string> every_game() {
  const auto* game = v1::View::descriptor()->FindOneofByName("game");
  std::vector<std::string> names;
  for (int i = 0; i < game->field_count(); ++i) names.push_back(game->field(i)->name());
  return names;
}

int play(const std::string& name, const std::vector<std::string>& games, const Choose& choose) {
  try {
    converse(name, games, choose);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << std::endl;
    return 1;
  }
}

}  // namespace serai
