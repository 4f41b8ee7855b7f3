// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope::profiler {

namespace {

// The order of _CATEGORY_TO_COLORS in torch/profiler/_memory_profiler.py; the last stands for None.
constexpr std::array<std::string_view, 8> kCategories{"parameter",       "optimizer state", "input",
                                                      "temporary",       "activation",      "gradient",
                                                      "autograd detail", "unknown"};

class MemoryTimelineReader {
public:
    MemoryTimelineReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : m_document(document)
        , m_target(target)
        , m_task(task)
        , m_shift(joinRunClock(target, 0))
    {
        m_process = target.builder.intern("memory");
        m_name = target.builder.intern("memory by category");
        for (std::size_t i = 0; i < kCategories.size(); ++i)
            m_series[i] = target.builder.intern(kCategories[i]);
    }

    core::Result<core::Done> read(bool raw)
    {
        const json::Walked walked = raw ? readRows() : readColumns();
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        if (walked.outcome == json::Outcome::Incomplete)
            m_target.remarks.note(RemarkKind::TruncatedText, m_document.offsetOf(walked.at));
        else if (walked.outcome == json::Outcome::Broken)
            m_target.remarks.note(RemarkKind::BrokenText, m_document.offsetOf(walked.at));
        return core::Done{};
    }

private:
    json::Walked readRows()
    {
        const json::Walked walked =
            json::walkArray(m_document.root(), [this](std::string_view row, bool complete) {
                if (!complete || m_task.cancelled())
                    return;
                ++m_target.tally.events;
                std::array<std::int64_t, 4> values{};
                std::size_t count = 0;
                bool good = true;
                json::walkArray(row, [&](std::string_view number, bool) {
                    const auto value = json::integerOf(number);
                    good = good && value.has_value();
                    if (count < values.size())
                        values[count] = value.value_or(0);
                    ++count;
                });
                if (good && count == 4 && values[3] >= 0 &&
                    values[3] < static_cast<std::int64_t>(kCategories.size()))
                    addRow(values, row);
                else
                    odd(row);
            });
        flush();
        return walked;
    }

    /// Rows of time -1 tell what was there before the record: they count from its first time on.
    void addRow(const std::array<std::int64_t, 4>& row, std::string_view text)
    {
        const auto category = static_cast<std::size_t>(row[3]);
        if (row[0] != -1 && row[0] != m_ts) {
            flush();
            m_ts = row[0];
            m_timed = true;
        }
        if (__builtin_add_overflow(m_bytes[category], row[2], &m_bytes[category]))
            odd(text);
        m_changed[category] = true;
    }

    /// Many rows share one time (all versions of a tensor change at once): only what they come to is a
    /// sample.
    void flush()
    {
        if (!m_timed)
            return;
        for (std::size_t i = 0; i < kCategories.size(); ++i) {
            if (m_changed[i])
                sample(i, m_ts, m_bytes[i]);
            m_changed[i] = false;
        }
    }

    void sample(std::size_t category, std::int64_t ts, std::int64_t bytes)
    {
        m_target.builder.counter(m_process, m_name, m_series[category], saturatedSum(clampTime(ts), m_shift),
                                 static_cast<double>(bytes), m_target.source);
        ++m_target.tally.counters;
    }

    json::Walked readColumns()
    {
        std::vector<std::optional<std::int64_t>> times; ///< none: not a number
        std::size_t column = 0;
        return json::walkArray(m_document.root(), [&](std::string_view list, bool) {
            if (column == 0) {
                json::walkArray(list, [&](std::string_view number, bool complete) {
                    if (!complete)
                        return;
                    const auto us = json::integerOf(number);
                    if (!us)
                        m_target.remarks.note(RemarkKind::EventWithoutTime, m_document.offsetOf(number));
                    times.push_back(us ? std::optional(saturatedProduct(*us, 1000)) : std::nullopt);
                });
            } else if (column == 1) {
                readSizes(list, times);
            } else {
                odd(list);
            }
            ++column;
        });
    }

    void readSizes(std::string_view rows, const std::vector<std::optional<std::int64_t>>& times)
    {
        std::size_t row = 0;
        json::walkArray(rows, [&](std::string_view numbers, bool whole) {
            if (!whole)
                return;
            ++m_target.tally.events;
            std::size_t at = 0;
            json::walkArray(numbers, [&](std::string_view number, bool) {
                const std::int64_t bytes = json::integerOf(number).value_or(0);
                // The first number is the foot of the stacked plot, always 0.
                if (at >= 1 && at <= kCategories.size() && row < times.size() && times[row] &&
                    (row == 0 || bytes != m_bytes[at - 1])) {
                    sample(at - 1, *times[row], bytes);
                    m_bytes[at - 1] = bytes;
                }
                ++at;
            });
            if (at != kCategories.size() + 1 || row >= times.size())
                odd(numbers);
            ++row;
        });
        if (row < times.size())
            m_target.remarks.note(RemarkKind::OddEntry, m_document.offsetOf(rows), times.size() - row);
    }

    void odd(std::string_view value)
    {
        m_target.remarks.note(RemarkKind::OddEntry, m_document.offsetOf(value));
    }

    const json::Document& m_document;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::NameId m_process, m_name;
    std::array<core::NameId, kCategories.size()> m_series{};
    std::array<std::int64_t, kCategories.size()> m_bytes{};
    std::array<bool, kCategories.size()> m_changed{};
    std::int64_t m_shift;
    std::int64_t m_ts = 0;
    bool m_timed = false;
};

/// The numbers of the first inner list of "[[1, 2, …], …": how many, and what follows it.
struct FirstList {
    std::size_t numbers = 0;
    bool closed = false;
    bool listOfLists = false; ///< what follows is a list of lists
    bool good = false;
};

FirstList firstList(std::string_view head)
{
    FirstList first;
    const auto skip = [&] { head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size())); };
    const auto accept = [&](char c) {
        skip();
        if (!head.starts_with(c))
            return false;
        head.remove_prefix(1);
        return true;
    };
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    if (!accept('[') || !accept('['))
        return first;
    while (true) {
        skip();
        const std::size_t length = head.find_first_not_of("0123456789-");
        if (length == 0 || head.empty())
            break;
        ++first.numbers;
        head.remove_prefix(std::min(length, head.size()));
        if (!accept(','))
            break;
    }
    first.closed = accept(']');
    first.good = first.numbers > 0 && (first.closed || head.empty());
    if (first.closed && accept(','))
        first.listOfLists = accept('[') && accept('[');
    return first;
}

bool sniff(std::string_view firstBytes)
{
    const FirstList first = firstList(firstBytes);
    return first.good && (!first.closed || first.listOfLists || first.numbers == 4);
}

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    const json::Document document(std::move(text));
    const FirstList first = firstList(document.root());
    if (!first.good || (first.closed && !first.listOfLists && first.numbers != 4))
        return core::Error{core::ErrorCode::FormatUnknown,
                           {core::phrase(W_("lists of numbers")), std::string(kMemoryTimelineFormat.name())}};
    return MemoryTimelineReader(document, target, task).read(!first.listOfLists);
}

} // namespace

const SerialImporter kMemoryTimelineFormat("PyTorch memory timeline", sniff, read);

} // namespace shardscope::profiler
