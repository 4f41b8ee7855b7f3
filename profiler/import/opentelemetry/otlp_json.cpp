// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/arguments/document_reader.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/saturate.h"

#include <optional>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

using json::integerOf;
using json::memberOf;

constexpr std::string_view kRoot = "resourceSpans";

class OtlpReader : DocumentReader {
public:
    OtlpReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
    {
    }

    core::Result<core::Done> read()
    {
        bool found = false;
        // The file exporter writes a document a line.
        const char* at = m_document.root().data();
        const char* const end = at + m_document.root().size();
        while (at < end) {
            const json::Skipped whole = json::skipValue(at, end);
            const json::Walked walked =
                json::walkObject(std::string_view(at, static_cast<std::size_t>(end - at)),
                                 [&](std::string_view key, std::string_view value, bool) {
                                     if (key != kRoot)
                                         return;
                                     found = true;
                                     note(json::walkArray(value, [this](std::string_view resource, bool) {
                                         readResource(resource);
                                     }));
                                 });
            note(walked);
            if (whole.outcome != json::Outcome::Ok)
                break;
            at = json::skipSpace(whole.end, end);
        }
        SHARDSCOPE_TRY_DONE(ended(found, kRoot, "OpenTelemetry spans (OTLP JSON)"));
        drawArrows();
        return core::Done{};
    }

private:
    struct Span {
        core::TrackId track;
        std::int64_t begin = 0;
        std::string parent;
        std::uint64_t place = 0;
    };

    /// What a resource's attribute \p wanted says: {"attributes": [{"key": …, "value": {"stringValue": …}}]}.
    static std::string attributeOf(std::string_view resource, std::string_view wanted)
    {
        std::string found;
        json::walkArray(memberOf(resource, "attributes"), [&](std::string_view attribute, bool whole) {
            if (!whole || !found.empty() || json::textOf(memberOf(attribute, "key")) != wanted)
                return;
            json::walkObject(memberOf(attribute, "value"),
                             [&](std::string_view, std::string_view value) { found = json::textOf(value); });
        });
        return found;
    }

    void readResource(std::string_view resource)
    {
        std::string service = "service";
        std::string instance;
        std::string_view scopes;
        json::walkObject(resource, [&](std::string_view key, std::string_view value, bool whole) {
            if (key == "resource" && whole) {
                if (const std::string named = attributeOf(value, "service.name"); !named.empty())
                    service = named;
                for (const std::string_view from : {"service.instance.id", "process.pid", "host.name"}) {
                    if (instance.empty())
                        instance = attributeOf(value, from);
                }
            } else if (key == "scopeSpans" || key == "instrumentationLibrarySpans") { // until OTLP 0.15
                scopes = value;
            }
        });
        note(json::walkArray(scopes,
                             [&](std::string_view scope, bool) { readScope(service, instance, scope); }));
    }

    void readScope(const std::string& service, const std::string& instance, std::string_view scope)
    {
        std::string name;
        std::string_view spans;
        json::walkObject(scope, [&](std::string_view key, std::string_view value, bool whole) {
            if ((key == "scope" || key == "instrumentationLibrary") && whole)
                name = json::textOf(memberOf(value, "name"));
            else if (key == "spans")
                spans = value;
        });
        const core::TrackId id =
            m_builder.track(service + '\n' + instance, name.empty() ? "spans" : name, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern(instance.empty() ? service : service + " " + instance);
        track.thread = m_builder.intern(name.empty() ? "spans" : name);
        track.async = true;
        note(json::walkArray(spans, [&](std::string_view span, bool whole) {
            if (whole && !stopped())
                readSpan(id, span);
        }));
    }

    /// A time as OTLP writes it: unsigned ns since 1970, in quotes; 0 and nothing are unknown.
    std::optional<std::int64_t> timeOf(std::string_view value)
    {
        const auto told = integerOf(value);
        if (!told || *told <= 0)
            return std::nullopt;
        if (!m_shift)
            m_shift = joinRunClock(m_target, 0, *told);
        return saturatedSum(clampTime(*told), *m_shift);
    }

    void readSpan(core::TrackId track, std::string_view span)
    {
        ++m_target.tally.events;
        std::string_view begin, end, name, events, id, parent;
        json::readMembers(span, {{"startTimeUnixNano", &begin},
                                 {"endTimeUnixNano", &end},
                                 {"name", &name},
                                 {"events", &events},
                                 {"spanId", &id},
                                 {"parentSpanId", &parent}});
        const std::uint64_t place = placeOf(span);
        const auto from = timeOf(begin);
        if (!from)
            return note(RemarkKind::EventWithoutTime, span);
        auto until = timeOf(end);
        if (!until) { // a span that had not ended when it was written
            note(RemarkKind::MissingDuration, span);
            until = from;
        }
        std::string text = json::textOf(name);
        if (text.empty()) {
            note(RemarkKind::UnnamedEvent, span);
            text = "unnamed";
        }
        m_builder.slice(track, *from, *until - *from, m_builder.intern(text), m_builder.intern("span"),
                        place);
        ++m_target.tally.slices;
        if (std::string own = json::textOf(id); !own.empty())
            m_spans.try_emplace(std::move(own), Span{track, *from, json::textOf(parent), place});
        json::walkArray(events, [&](std::string_view event, bool whole) {
            if (whole)
                readEvent(track, event);
        });
    }

    void readEvent(core::TrackId track, std::string_view event)
    {
        ++m_target.tally.events;
        const auto at = timeOf(memberOf(event, "timeUnixNano"));
        if (!at)
            return note(RemarkKind::EventWithoutTime, event);
        const std::string name = json::textOf(memberOf(event, "name"));
        if (name.empty())
            note(RemarkKind::UnnamedEvent, event);
        m_builder.instant(track, *at, m_builder.intern(name.empty() ? "unnamed" : name),
                          m_builder.intern("span event"), placeOf(event));
        ++m_target.tally.instants;
    }

    /// Draws arrows from parents to children of other services: within one, spans nest already.
    void drawArrows()
    {
        std::vector<std::pair<std::uint64_t, const Span*>> order; // by place: the same for the same file
        order.reserve(m_spans.size());
        for (const auto& [id, span] : m_spans)
            order.emplace_back(span.place, &span);
        std::ranges::sort(order);
        std::uint64_t number = 0;
        for (const auto& [place, span] : order) {
            const auto parent = m_spans.find(span->parent);
            if (span->parent.empty() || parent == m_spans.end() || parent->second.track == span->track)
                continue;
            const core::NameId category = m_builder.intern("parent");
            m_builder.flow(core::FlowPhase::Begin, parent->second.track, parent->second.begin, category,
                           number, parent->second.place);
            m_builder.flow(core::FlowPhase::End, span->track, span->begin, category, number, place);
            ++number;
            ++m_target.tally.flowBegins;
            ++m_target.tally.flowEnds;
        }
    }

    std::optional<std::int64_t> m_shift; ///< by the first time
    std::unordered_map<std::string, Span> m_spans;
};

bool sniff(std::string_view firstBytes) { return json::Head(firstBytes).has("resourceSpans"); }

} // namespace

const SerialImporter kOtlpJsonFormat("OpenTelemetry spans (OTLP JSON)", sniff, readDocument<OtlpReader>);

} // namespace shardscope::profiler
