// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/arguments/document_reader.h"
#include "profiler/import/text/decimal.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/saturate.h"

#include <cmath>
#include <optional>

namespace shardscope::profiler {

namespace {

using json::integerOf;
using json::memberOf;

constexpr std::string_view kSchema = "speedscope.app/file-format-schema.json";

/// What one of a profile's values is in ns; none: the unit is no time ("bytes", "none").
std::optional<std::int64_t> nanosecondsOf(std::string_view unit)
{
    if (unit == "nanoseconds")
        return 1;
    if (unit == "microseconds")
        return 1'000;
    if (unit == "milliseconds")
        return 1'000'000;
    if (unit == "seconds")
        return 1'000'000'000;
    return std::nullopt;
}

class SpeedscopeReader : DocumentReader {
public:
    SpeedscopeReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
        , m_category(target.builder.intern("sample"))
    {
    }

    core::Result<core::Done> read()
    {
        std::string_view profiles;
        bool cut = false;
        const auto walked = json::walkObject(
            m_document.root(), [&](std::string_view key, std::string_view value, bool whole) {
                cut = cut || !whole;
                if (key == "shared")
                    readFrames(value);
                else if (key == "profiles")
                    profiles = value;
                else if (whole && (key == "name" || key == "exporter"))
                    m_target.metadata.emplace_back(key == "name" ? "title" : "exporter", json::textOf(value));
            });
        note(walked);
        note(json::walkArray(profiles, [this](std::string_view profile, bool) { readProfile(profile); }));
        return ended(profiles.substr(0, 1) == "[", "profiles", "speedscope JSON");
    }

private:
    struct Frame {
        core::NameId name;
        std::uint64_t place = core::kNoArgs;
    };
    struct Profile {
        core::TrackId track;
        std::int64_t unit = 1; ///< ns
        std::int64_t begin = 0;
    };
    /// A frame that has begun, with all below it.
    struct Open {
        std::uint32_t frame;
        std::int64_t since;
    };

    void readFrames(std::string_view shared)
    {
        note(json::walkObject(shared, [this](std::string_view key, std::string_view frames, bool) {
            if (key != "frames")
                return;
            note(json::walkArray(frames, [this](std::string_view frame, bool whole) {
                if (!whole)
                    return;
                const std::string name = json::textOf(memberOf(frame, "name"));
                if (name.empty())
                    note(RemarkKind::UnnamedEvent, frame);
                m_frames.push_back({m_builder.intern(name.empty() ? "unnamed" : name), placeOf(frame)});
            }));
        }));
    }

    /// \p value in ns; none: not a number.
    static std::optional<std::int64_t> timeOf(std::string_view value, std::int64_t unit)
    {
        if (const auto whole = integerOf(value))
            return saturatedProduct(*whole, unit);
        if (unit == 1'000) {
            const Decimal decimal = parseMicroseconds(value);
            return decimal.usable() ? std::optional(clampTime(decimal.ns)) : std::nullopt;
        }
        const auto real = json::realOf(value);
        if (!real || !std::isfinite(*real))
            return std::nullopt;
        const auto most = static_cast<double>(core::kMaxTime);
        return clampTime(
            static_cast<std::int64_t>(std::clamp(*real * static_cast<double>(unit), -most, most)));
    }

    const Frame& frameOf(std::uint32_t number, std::string_view at)
    {
        if (number < m_frames.size())
            return m_frames[number];
        note(RemarkKind::NameNotInFile, at);
        m_unknown.name = m_builder.intern("unnamed");
        return m_unknown;
    }

    void readProfile(std::string_view profile)
    {
        // The lists of a profile that is cut short are read as far as they go.
        std::string_view type, name, unit, start, events, samples, weights;
        json::readMembers(profile,
                          {{"type", &type},
                           {"name", &name},
                           {"unit", &unit},
                           {"startValue", &start},
                           {"events", &events},
                           {"samples", &samples},
                           {"weights", &weights}},
                          true);
        const auto scale = nanosecondsOf(json::textOf(unit));
        const std::string kind = json::textOf(type);
        if (!scale || (kind != "evented" && kind != "sampled")) {
            note(RemarkKind::DataNotShown, profile);
            m_target.metadata.emplace_back("profile not shown",
                                           json::textOf(name) + " (" + json::textOf(unit) + ")");
            return;
        }
        const std::string key = std::to_string(m_profiles++);
        Profile own{m_builder.track("profiles", key, m_target.source), *scale,
                    timeOf(start, *scale).value_or(0)};
        core::Track& track = m_builder.describe(own.track);
        track.process = m_builder.intern("speedscope");
        const std::string text = json::textOf(name);
        track.thread = m_builder.intern(text.empty() ? "profile " + key : text);
        track.threadOrder = static_cast<std::int64_t>(m_profiles);
        if (!m_shift)
            m_shift = joinRunClock(m_target, 0, own.begin);
        if (kind == "evented")
            readEvents(own, events);
        else
            readSamples(own, samples, weights);
    }

    void readEvents(const Profile& profile, std::string_view events)
    {
        note(json::walkArray(events, [&](std::string_view event, bool whole) {
            if (!whole || stopped())
                return;
            ++m_target.tally.events;
            const auto at = timeOf(memberOf(event, "at"), profile.unit);
            const auto frame = integerOf(memberOf(event, "frame"));
            const std::string kind = json::textOf(memberOf(event, "type"));
            if (!at)
                return note(RemarkKind::EventWithoutTime, event);
            if (!frame || (kind != "O" && kind != "C"))
                return note(RemarkKind::OddEntry, event);
            const Frame& of = frameOf(numberOf(*frame), event);
            const std::int64_t ts = saturatedSum(*at, *m_shift);
            if (kind == "O") {
                m_builder.sliceBegin(profile.track, ts, of.name, m_category, of.place);
                return;
            }
            m_builder.sliceEnd(profile.track, ts, of.name);
        }));
    }

    static std::uint32_t numberOf(std::int64_t frame)
    {
        return frame < 0 || frame >= kNoFrame ? kNoFrame : static_cast<std::uint32_t>(frame);
    }

    /// Closes all frames from \p depth on.
    void close(const Profile& profile, std::vector<Open>& open, std::size_t depth, std::int64_t now,
               std::string_view at)
    {
        while (open.size() > depth) {
            const Frame& frame = frameOf(open.back().frame, at);
            m_builder.slice(profile.track, open.back().since, now - open.back().since, frame.name, m_category,
                            frame.place);
            ++m_target.tally.slices;
            open.pop_back();
        }
    }

    void readSamples(const Profile& profile, std::string_view samples, std::string_view weights)
    {
        std::vector<std::int64_t> lengths;
        note(json::walkArray(weights, [&](std::string_view weight, bool whole) {
            const auto length = whole ? timeOf(weight, profile.unit) : std::nullopt;
            if (whole && !length)
                note(RemarkKind::DurationNotANumber, weight);
            else if (whole && *length < 0)
                note(RemarkKind::NegativeDuration, weight);
            if (whole)
                lengths.push_back(std::max<std::int64_t>(0, length.value_or(0)));
        }));
        std::vector<Open> open;
        std::int64_t now = saturatedSum(profile.begin, *m_shift);
        std::size_t number = 0;
        note(json::walkArray(samples, [&](std::string_view sample, bool whole) {
            if (!whole || stopped())
                return;
            ++m_target.tally.events;
            std::vector<std::uint32_t> stack;
            const auto walked = json::walkArray(sample, [&](std::string_view frame, bool) {
                stack.push_back(numberOf(integerOf(frame).value_or(-1)));
            });
            if (walked.outcome == json::Outcome::Broken) {
                note(RemarkKind::OddEntry, sample);
                stack.clear();
            }
            std::size_t same = 0;
            while (same < stack.size() && same < open.size() && open[same].frame == stack[same])
                ++same;
            close(profile, open, same, now, sample);
            for (; same < stack.size(); ++same)
                open.push_back({stack[same], now});
            if (number >= lengths.size())
                note(RemarkKind::FieldMissing, sample);
            now = saturatedSum(now, number < lengths.size() ? lengths[number] : 0);
            ++number;
        }));
        close(profile, open, 0, now, samples);
        if (number > 0)
            note(RemarkKind::SamplesShown, samples, number);
    }

    static constexpr std::uint32_t kNoFrame = 0xFFFFFFFFu;
    core::NameId m_category;
    std::vector<Frame> m_frames;
    Frame m_unknown;
    std::size_t m_profiles = 0;
    std::optional<std::int64_t> m_shift; ///< by the first profile's begin
};

bool sniff(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    const auto schema = json::headMember(head.root(), "$schema");
    return schema && schema->find(kSchema) != std::string_view::npos;
}

} // namespace

const SerialImporter kSpeedscopeJsonFormat("speedscope JSON", sniff, readDocument<SpeedscopeReader>);

} // namespace shardscope::profiler
