// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_json.h"

#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "profiler/import/chrome/chrome_event.h"
#include "profiler/import/chrome/chrome_header.h"
#include "profiler/import/chrome/chrome_merge.h"
#include "profiler/import/chrome/chrome_samples.h"
#include "profiler/import/chrome/chrome_text.h"

#include <algorithm>

namespace shardscope::profiler {

using core::Done;
using core::Error;
using core::ErrorCode;
using core::Result;
using json::Outcome;

namespace {

constexpr std::size_t kDoubtfulEvent = std::size_t{1}
                                       << 20; // an event longer than this is looked at by the grammar
constexpr std::size_t kLongestHeaderValue = std::size_t{64} << 20;
constexpr std::size_t kLookBack = 4096; // kept before a guess: "}," and white space
constexpr std::uint64_t kMostLookedAt = std::uint64_t{64} << 20;
constexpr std::string_view kEventsKey = "\"traceEvents\"";

/// One parsed file. Nothing reaches the run before commit().
class ChromeFile final : public ParsedFile {
public:
    Result<Done> commit(ImportTarget& target) override
    {
        header.describe(target.file);
        target.metadata = header.metadata();
        const std::int64_t shift = joinRunClock(target, header.baseTime().value_or(0), merge.mostTimes());
        merge.finish(target, shift);
        samples.place(target, shift);
        target.arguments = makeChromeArguments(text, merge.takeNumbers());
        return Done{};
    }

    ChromeMerge merge;
    ChromeHeader header;
    ChromeSamples samples;
    std::vector<std::shared_ptr<const ChromeDictionary>> dictionaries; ///< that the merge's segments refer to
    std::shared_ptr<const RandomText> text;
};

/// Reads one file. Every function takes and returns the place in the window up to which the text is used.
class ChromeReader {
public:
    ChromeReader(ByteSource& source, std::size_t windowBytes, unsigned threads, const core::Task& task,
                 const PictureSink* partial, ChromeFile& file)
        : m_window(source, windowBytes, threads, task)
        , m_partial(partial)
        , m_merge(file.merge)
        , m_header(file.header)
        , m_samples(file.samples)
        , m_dictionaries(file.dictionaries)
    {
    }

    Result<Done> run()
    {
        SHARDSCOPE_TRY_DONE(m_window.advance(nullptr));
        m_at = m_window.begin();
        if (std::string_view(m_at, static_cast<std::size_t>(std::min<std::ptrdiff_t>(3, left()))) ==
            "\xEF\xBB\xBF")
            m_at += 3;
        SHARDSCOPE_TRY(const bool any, nextWord());
        const char first = any ? *m_at : '\0';
        if (first != '{' && first != '[')
            return notThisFormat();
        ++m_at;
        SHARDSCOPE_TRY_DONE(first == '[' ? readEvents() : readObject());
        // A bare array may hold anything: its elements must say that they are events.
        SHARDSCOPE_TRY(const bool more, nextWord());
        if (more)
            note(RemarkKind::TextAfterEnd);
        m_merge.add(m_rows.finish());
        const bool otherArray = first == '[' && m_merge.events() > 0 && m_merge.phases() == 0;
        if (!m_sawEvents || otherArray)
            return notThisFormat();
        for (const ChromeDictionary* const dictionary : m_window.distrusted())
            m_merge.distrust(dictionary);
        m_dictionaries = m_window.dictionaries();
        m_dictionaries.push_back(m_rows.dictionary());
        return Done{};
    }

private:
    static Error notThisFormat()
    {
        return {ErrorCode::FormatUnknown,
                {core::phrase(W_("JSON without \"%1\""), {"traceEvents"}), "Chrome-trace JSON"}};
    }

    [[nodiscard]] std::ptrdiff_t left() const { return m_window.end() - m_at; }
    void note(RemarkKind kind) { m_rows.remarks().note(kind, m_window.offsetOf(m_at)); }

    /// Makes more text visible behind what is there, keeping everything from m_at - \p before on.
    Result<Done> more(std::ptrdiff_t before = 0)
    {
        before = std::min(before, m_at - m_window.begin());
        SHARDSCOPE_TRY_DONE(m_window.advance(m_at - before));
        m_at = m_window.begin() + before;
        return Done{};
    }

    /// Goes to the next byte that is not white space; false at the end of the text.
    Result<bool> nextWord()
    {
        while (true) {
            m_at = json::skipSpace(m_at, m_window.end());
            if (left() > 0)
                return true;
            if (m_window.last())
                return false;
            SHARDSCOPE_TRY_DONE(more());
        }
    }

    // The outer object.

    Result<Done> readObject()
    {
        while (true) {
            SHARDSCOPE_TRY(const bool any, nextWord());
            if (!any) {
                note(RemarkKind::UnterminatedObject);
                return Done{};
            }
            if (*m_at == '}') {
                ++m_at;
                return Done{};
            }
            if (*m_at == ',') {
                ++m_at;
                continue;
            }
            SHARDSCOPE_TRY(const bool whole, readMember());
            if (whole)
                continue;
            SHARDSCOPE_TRY(const bool found, findEvents());
            if (!found)
                return Done{};
        }
    }

    /// One key and its value. False where the text does not go on as JSON.
    Result<bool> readMember()
    {
        json::Scalar key;
        SHARDSCOPE_TRY(const Outcome keyRead,
                       wholeValue([&] { return json::readScalar(m_at, m_window.end(), key); }));
        const std::string name(key.raw);
        if (keyRead != Outcome::Ok || !key.quoted) {
            note(keyRead == Outcome::Incomplete ? RemarkKind::TruncatedText : RemarkKind::BrokenHeader);
            return false;
        }
        m_at = m_valueEnd;
        SHARDSCOPE_TRY(const bool colon, nextWord());
        if (!colon || *m_at != ':') {
            note(colon ? RemarkKind::BrokenHeader : RemarkKind::TruncatedText);
            return false;
        }
        ++m_at;
        SHARDSCOPE_TRY(const bool any, nextWord());
        if (!any) {
            note(RemarkKind::TruncatedText);
            return false;
        }
        if (name == "traceEvents" && *m_at == '[') {
            ++m_at;
            SHARDSCOPE_TRY_DONE(readEvents());
            return true;
        }
        SHARDSCOPE_TRY(const Outcome read, wholeValue([&] { return json::skipValue(m_at, m_window.end()); }));
        if (read != Outcome::Ok) {
            note(read == Outcome::Incomplete ? RemarkKind::TruncatedText : RemarkKind::BrokenHeader);
            return false;
        }
        std::string keyText;
        json::appendText(name, keyText);
        const std::string_view value(m_at, static_cast<std::size_t>(m_valueEnd - m_at));
        if (!m_samples.take(keyText, value) && !m_header.take(keyText, value))
            note(RemarkKind::BrokenHeader);
        m_at = m_valueEnd;
        return true;
    }

    /// Runs \p read on growing windows until it sees the end of its value, which is then in m_valueEnd.
    template <class Read>
    Result<Outcome> wholeValue(Read read)
    {
        while (true) {
            const json::Skipped skipped = read();
            m_valueEnd = skipped.end;
            if (skipped.outcome != Outcome::Incomplete || m_window.last() ||
                left() > static_cast<std::ptrdiff_t>(kLongestHeaderValue))
                return skipped.outcome;
            SHARDSCOPE_TRY_DONE(more());
        }
    }

    /// After damage in the header: goes to the value of the next "traceEvents" key, by its text, and reads
    /// it.
    Result<bool> findEvents()
    {
        while (!m_sawEvents) {
            const std::string_view text(m_at, static_cast<std::size_t>(left()));
            const auto found = text.find(kEventsKey);
            if (found != std::string_view::npos) {
                m_at += found;
                SHARDSCOPE_TRY(const bool whole, readMember());
                if (whole && m_sawEvents)
                    return true;
                continue; // readMember has gone past the key
            }
            if (m_window.last())
                return false;
            m_at = std::max(m_at, m_window.end() - static_cast<std::ptrdiff_t>(kEventsKey.size()));
            SHARDSCOPE_TRY_DONE(more());
        }
        return false;
    }

    // The events.

    Result<Done> readEvents()
    {
        m_sawEvents = true;
        enum class Before { Nothing, Event, Comma } before = Before::Nothing;
        while (true) {
            SHARDSCOPE_TRY(const bool any, nextWord());
            if (!any || *m_at == '}') {
                note(RemarkKind::UnterminatedArray);
                return Done{};
            }
            if (*m_at == ']') {
                if (before == Before::Comma)
                    note(RemarkKind::TrailingComma);
                ++m_at;
                m_window.eventsAreOver();
                return Done{};
            }
            if (*m_at == ',') {
                before = Before::Comma;
                ++m_at;
                continue;
            }
            if (before == Before::Event)
                note(RemarkKind::MissingComma);
            before = Before::Event;
            SHARDSCOPE_TRY_DONE(*m_at == '{' ? readEvent() : readOther());
        }
    }

    Result<Done> readEvent()
    {
        // Having come here proves that an event begins here, and so does all that a scanner read from here
        // on.
        if (std::optional<ChromeSegment> scanned = m_window.takeSegment(m_at)) {
            if (m_rows.rows().tally.events > 0)
                m_merge.add(m_rows.finish());
            m_at = m_window.at(scanned->end);
            m_merge.add(std::move(*scanned));
            if (m_partial != nullptr && m_merge.slices() >= m_nextPicture)
                showPicture();
            return Done{};
        }
        ChromeEvent event;
        while (true) {
            const json::Skipped read = readChromeEvent(m_at, m_window.end(), event);
            if (read.outcome == Outcome::Ok) {
                m_rows.take(event, m_window.offsetOf(m_at));
                m_at = read.end;
                return Done{};
            }
            // The grammar tells a long event from one that lost its way; both ends of that are rare.
            const bool lost = read.outcome == Outcome::Broken ||
                              ((m_window.last() || left() > static_cast<std::ptrdiff_t>(kDoubtfulEvent)) &&
                               json::skipStrict(m_at, m_window.end()).outcome == Outcome::Broken);
            if (lost) {
                note(RemarkKind::BrokenEvent);
                m_rows.takeOther();
                return resume(read.end);
            }
            if (m_window.last()) {
                note(RemarkKind::TruncatedText);
                m_at = m_window.end();
                return Done{};
            }
            SHARDSCOPE_TRY_DONE(more());
        }
    }

    /// Each picture shows twice as much as the one before, so that together they cost little.
    void showPicture()
    {
        constexpr std::size_t kMostSlices = 100'000;
        m_nextPicture = m_merge.slices() * 2;
        core::TimelinePtr picture;
        m_window.pauseFor([&] { picture = m_merge.coarse(kMostSlices, 0); });
        if (picture)
            (*m_partial)(std::move(picture));
    }

    /// Something else than an object among the events.
    Result<Done> readOther()
    {
        SHARDSCOPE_TRY(const Outcome read, wholeValue([&] { return json::skipValue(m_at, m_window.end()); }));
        if (read == Outcome::Ok) {
            m_rows.takeOther();
            note(RemarkKind::NotAnEvent);
            m_at = m_valueEnd;
            return Done{};
        }
        note(read == Outcome::Incomplete ? RemarkKind::TruncatedText : RemarkKind::BrokenEvent);
        m_rows.takeOther();
        return resume(m_valueEnd);
    }

    /// Goes on at the next likely start of an event behind m_at; \p broken: how far its text was looked at.
    Result<Done> resume(const char* broken)
    {
        // Events within events that all break at the same place would be looked at again and again: after
        // much of that, only what lies behind the place is tried.
        m_lookedAt += static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(0, broken - m_at));
        if (m_lookedAt > kMostLookedAt)
            m_at = std::max(m_at, broken - 1);
        m_at += left() > 0 ? 1 : 0;
        while (true) {
            const char* const guess = guessEventStart(m_window.begin(), m_at, m_window.end());
            if (guess != nullptr) {
                m_at = guess;
                return Done{};
            }
            if (m_window.last()) {
                m_at = m_window.end();
                return Done{};
            }
            // A start may lie across the window's end.
            m_at = std::max(m_at, m_window.end() - static_cast<std::ptrdiff_t>(kLookBack));
            SHARDSCOPE_TRY_DONE(more(static_cast<std::ptrdiff_t>(kLookBack)));
        }
    }

    ChromeText m_window;
    const char* m_at = nullptr;
    const char* m_valueEnd = nullptr;
    bool m_sawEvents = false;
    const PictureSink* m_partial;        // null: nobody looks
    std::size_t m_nextPicture = 200'000; // slices; what has fewer is there in a moment
    std::uint64_t m_lookedAt = 0;        // bytes of broken events
    ChromeRows m_rows;                   // of what no scanner read
    ChromeMerge& m_merge;
    ChromeHeader& m_header;
    ChromeSamples& m_samples;
    std::vector<std::shared_ptr<const ChromeDictionary>>& m_dictionaries;
};

} // namespace

bool ChromeJsonImporter::sniff(std::string_view firstBytes) const
{
    if (firstBytes.substr(0, 3) == "\xEF\xBB\xBF")
        firstBytes.remove_prefix(3);
    const auto first =
        std::ranges::find_if(firstBytes, [](char c) { return static_cast<unsigned char>(c) > ' '; });
    return first != firstBytes.end() && (*first == '{' || *first == '[');
}

Result<std::unique_ptr<ParsedFile>> ChromeJsonImporter::readIn(unsigned threads, ByteSource& source,
                                                               const core::Task& task,
                                                               const PictureSink* partial) const
{
    // Pieces of 2 MB and more are all read as fast; of a small file they are a good part of the memory.
    constexpr std::uint64_t kLargeFile = std::uint64_t{512} << 20;
    const std::size_t window = m_windowBytes != 0                ? m_windowBytes
                               : source.fileBytes() < kLargeFile ? std::size_t{2} << 20
                                                                 : std::size_t{4} << 20;
    auto file = std::make_unique<ChromeFile>();
    SHARDSCOPE_TRY_DONE(ChromeReader(source, window, threads, task, partial, *file).run());
    file->text = source.randomText();
    return std::unique_ptr<ParsedFile>(std::move(file));
}

Result<Done> ChromeJsonImporter::read(ByteSource& source, ImportTarget& target, const core::Task& task) const
{
    SHARDSCOPE_TRY(const std::unique_ptr<ParsedFile> file,
                   readIn(core::threadCount(), source, task, target.partial));
    return file->commit(target);
}

Result<std::unique_ptr<ParsedFile>> ChromeJsonImporter::parseDetached(ByteSource& source,
                                                                      const core::Task& task) const
{
    return readIn(1, source, task, nullptr);
}

} // namespace shardscope::profiler
