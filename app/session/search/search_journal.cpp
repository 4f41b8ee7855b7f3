// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_journal.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/units/plain_number.h"
#include "shardscope_config.h"

#include <QCryptographicHash>

#include <chrono>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

/// Then the version; then lines with the digest of what was asked and with that of everything behind it.
constexpr std::string_view kKind = "shardscope-search ";
constexpr std::string_view kVersion = "3";
constexpr std::int64_t kRestMs = 2000;

std::string digestOf(std::string_view text)
{
    const QByteArray hash = QCryptographicHash::hash({text.data(), static_cast<qsizetype>(text.size())},
                                                     QCryptographicHash::Sha256);
    return hash.toHex().toStdString();
}

std::int64_t nowMs()
{
    using std::chrono::steady_clock;
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now().time_since_epoch())
        .count();
}

/// The line that \p rest begins with, taken off it.
std::optional<std::string_view> takeLine(std::string_view& rest)
{
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
}

/// States as they were written, each behind a line with its length; none where the text is damaged.
std::optional<std::vector<std::string>> statesOf(std::string_view rest)
{
    std::vector<std::string> states;
    while (!rest.empty()) {
        const auto line = takeLine(rest);
        const auto size = line ? core::parseWhole(*line) : std::nullopt;
        if (!size || *size < 0 || static_cast<std::size_t>(*size) > rest.size())
            return std::nullopt;
        states.emplace_back(rest.substr(0, static_cast<std::size_t>(*size)));
        rest.remove_prefix(static_cast<std::size_t>(*size));
    }
    return states;
}

} // namespace

SearchJournal::SearchJournal(std::string file, std::string digest)
    : m_file(std::move(file))
    , m_digest(std::move(digest))
{
}

core::Result<std::unique_ptr<SearchJournal>> SearchJournal::open(std::string file, const std::string& asks)
{
    auto journal = std::unique_ptr<SearchJournal>(new SearchJournal(std::move(file), digestOf(asks)));
    if (!core::files::exists(journal->m_file))
        return journal;
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(journal->m_file));
    std::string_view rest = text;
    if (!rest.starts_with(kKind))
        return core::errorIn(
            core::ErrorCode::FormatUnknown,
            {core::phrase(W_("another file")), core::phrase(W_("what search --resume writes"))},
            journal->m_file);
    rest.remove_prefix(kKind.size());
    const auto version = takeLine(rest);
    const auto asked = takeLine(rest);
    const bool known = version && *version == kVersion;
    const auto seal = known ? takeLine(rest) : std::nullopt;
    const bool whole = seal && asked && *seal == digestOf(std::string(*asked) + "\n" + std::string(rest));
    if (version && asked && (!known || (whole && *asked != journal->m_digest)))
        return core::notSupported(W_("going on from it"),
                                  W_("it keeps another search, or one of other files or another version"))
            .in(journal->m_file);
    auto states = whole ? statesOf(rest) : std::nullopt;
    if (!states)
        return core::errorIn(core::ErrorCode::DataCorrupt, {core::phrase(W_("how far the search was"))},
                             journal->m_file);
    journal->m_known = std::move(*states);
    return journal;
}

std::string SearchJournal::next()
{
    if (m_next == m_known.size())
        m_known.emplace_back();
    return m_known[m_next++];
}

void SearchJournal::keep(const std::function<std::string()>& state, bool pressing)
{
    if (!pressing && nowMs() - m_writtenMs < kRestMs)
        return;
    m_known[m_next - 1] = state();
    m_writtenMs = nowMs();
    if (writes && !writes())
        return;
    std::string states;
    for (const std::string& known : m_known)
        states += std::to_string(known.size()) + "\n" + known;
    const std::string asked = m_digest + "\n";
    std::string text(kKind);
    text.append(kVersion).append("\n").append(asked).append(digestOf(asked + states)).append("\n");
    const auto written = core::writeTextFile(m_file, text + states);
    m_failure = written.ok() ? std::nullopt : std::optional(written.error());
}

std::string searchIdentity(const PlanSearchRequest& request)
{
    std::string text = std::string(config::kVersion) + "\n" + searchCommand(request) + "\n";
    std::vector<std::string> names{request.model, request.planFile, request.around, request.calibration,
                                   request.why};
    for (const std::string& machine : core::splitAt(request.hardware, ','))
        names.push_back(machine);
    for (const std::string& name : names) {
        const auto content = !name.empty() && core::files::isPlain(name) ? core::readTextFile(name)
                                                                         : core::Result<std::string>("");
        if (content.ok()) // else the search says what is wrong with it
            text += digestOf(*content) + "\n";
    }
    return text;
}

} // namespace shardscope::app
