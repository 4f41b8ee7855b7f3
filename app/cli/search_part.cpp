// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_part.h"

#include "app/cli/child_process.h"
#include "app/cli/context.h"
#include "app/cli/mpi_group.h"
#include "app/session/text/messages.h"
#include "core/io/escape.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace shardscope::app {
namespace {

/// A relay tells of its child by these letters, followed by what the child gives, its exit code, or how it
/// was lost.
constexpr char kGives = 'g';
constexpr char kEnded = 'e';
constexpr char kKilled = 'k';

/// A number that this program wrote.
std::int64_t wholeOf(const std::string& text) { return core::parseWhole(text).value_or(0); }

/// Texts one behind the other, each with its length before it.
std::string packed(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += std::to_string(text.size()) + ' ' + text;
    return all;
}

std::vector<std::string> unpacked(const std::string& all)
{
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t blank = all.find(' ', at);
        const auto size = static_cast<std::size_t>(wholeOf(all.substr(at, blank - at)));
        texts.push_back(all.substr(blank + 1, size));
        at = blank + 1 + size;
    }
    return texts;
}

void say(const core::Error& error)
{
    std::fputs(("shardscope-cli: " + core::printable(errorText(error).toStdString()) + "\n").c_str(), stderr);
}

std::string killedText(int number, const ChildEnd& end)
{
    return "process " + std::to_string(number) + " of the search was killed by signal " +
           std::to_string(end.signal) + " (" + end.signalName() + "): the others did its part";
}

std::string endedText(int number, const std::string& exitCode)
{
    return "process " + std::to_string(number) + " of the search ended with exit code " + exitCode +
           ": the others did its part";
}

/// One process' child, and what is known of all of them.
class Relay {
public:
    Relay(const MpiGroup& group, std::vector<std::string> arguments)
        : m_group(group)
        , m_left(static_cast<std::size_t>(group.count()), false)
    {
        arguments.insert(arguments.begin(), kSearchPartWord);
        m_child = startChild(std::move(arguments), ChildOutput::Ours);
        m_last =
            kEnded + std::to_string(static_cast<int>(Exit::BadCall)); // where the system gives no process
        if (m_child.runs() && !sendText(m_child.socket, packed({std::to_string(group.number()),
                                                                std::to_string(group.count())})))
            endChild();
    }

    int run()
    {
        std::vector<std::string> all;
        while (true) {
            all = unpacked(m_group.broadcast(packed(m_group.gather(ofChild()))));
            const auto gives = [](const std::string& one) { return one.front() == kGives; };
            if (std::ranges::none_of(all, gives))
                break;
            for (std::size_t i = 0; i < all.size(); ++i)
                m_left[i] = m_left[i] || !gives(all[i]);
            if (m_child.runs() && !sendText(m_child.socket, packed(all)))
                endChild();
        }
        return exitCode(all);
    }

private:
    std::string ofChild()
    {
        std::string given;
        if (m_child.runs() && receiveText(m_child.socket, given))
            return kGives + given;
        if (m_child.runs())
            endChild();
        return m_last;
    }

    void endChild()
    {
        const ChildEnd end = awaitChild(m_child);
        m_last = end.signal != 0 ? kKilled + killedText(m_group.number(), end)
                                 : kEnded + std::to_string(end.exitCode);
    }

    /// The child's that printed: the first that was there until all had ended. Nothing to say for others.
    [[nodiscard]] int exitCode(const std::vector<std::string>& all) const
    {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (m_left[i])
                continue;
            if (static_cast<int>(i) != m_group.number())
                return 0;
            if (all[i].front() == kEnded)
                return static_cast<int>(wholeOf(all[i].substr(1)));
            std::fputs(("shardscope-cli: " + all[i].substr(1) + "\n").c_str(), stderr);
            return static_cast<int>(Exit::No);
        }
        return static_cast<int>(Exit::No);
    }

    const MpiGroup& m_group;
    ChildProcess m_child;
    std::string m_last;       ///< what is said once the child has ended
    std::vector<bool> m_left; ///< children that ended while others searched
};

} // namespace

int relaySearch(std::vector<std::string> arguments)
{
    const auto group = MpiGroup::join();
    if (!group.ok()) {
        say(group.error());
        return static_cast<int>(Exit::BadCall);
    }
    return Relay(**group, std::move(arguments)).run();
}

SearchPart::SearchPart()
{
    endWithParent();
    std::string text;
    if (receiveText(STDIN_FILENO, text)) {
        const std::vector<std::string> numbers = unpacked(text);
        m_number = static_cast<int>(wholeOf(numbers.at(0)));
        m_count = static_cast<int>(wholeOf(numbers.at(1)));
    }
    m_lives.assign(static_cast<std::size_t>(m_count), true);
    if (speaks())
        return;
    m_output = ::dup(STDOUT_FILENO);
    m_messages = ::dup(STDERR_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
}

bool SearchPart::speaks() const { return std::ranges::find(m_lives, true) - m_lives.begin() == m_number; }

std::vector<std::optional<std::string>> SearchPart::exchange(const std::string& bytes)
{
    std::vector<std::optional<std::string>> all(static_cast<std::size_t>(m_count));
    std::string text;
    if (!sendText(STDIN_FILENO, bytes) || !receiveText(STDIN_FILENO, text))
        ::_exit(static_cast<int>(Exit::No)); // whoever started this one is gone, and says nothing any more
    std::vector<std::string> said = unpacked(text);
    const bool silent = !speaks();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const char kind = said[i].front();
        said[i].erase(0, 1);
        if (kind == kGives) {
            all[i] = std::move(said[i]);
        } else if (m_lives[i]) {
            m_lives[i] = false;
            m_losses.push_back(kind == kKilled ? said[i] : endedText(static_cast<int>(i), said[i]));
        }
    }
    if (silent && speaks()) {
        ::dup2(m_output, STDOUT_FILENO);
        ::dup2(m_messages, STDERR_FILENO);
    }
    return all;
}

} // namespace shardscope::app
