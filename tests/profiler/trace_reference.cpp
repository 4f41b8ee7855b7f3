// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/trace_reference.h"

#include <nlohmann/json.hpp>
#include <regex>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unistd.h>

namespace shardscope::tests {

namespace {

/// Microseconds to ns by moving the point in the text; half away from zero behind the third decimal.
std::int64_t nanoseconds(std::string text)
{
    if (text.find_first_of("eE") != std::string::npos)
        throw std::runtime_error("the reference does not know exponents: " + text);
    const bool negative = text.front() == '-';
    text.erase(0, negative ? 1 : 0);
    const auto point = text.find('.');
    std::string fraction = point == std::string::npos ? "" : text.substr(point + 1);
    std::string whole = text.substr(0, point);
    fraction.resize(std::max<std::size_t>(fraction.size(), 4), '0');
    const std::int64_t value = std::stoll(whole + fraction.substr(0, 3)) + (fraction[3] >= '5' ? 1 : 0);
    return negative ? -value : value;
}

/// A B or an E as it stands in the file.
struct Edge {
    std::int64_t ts;
    bool begin;
    std::string name;
    std::string category;
};
using Thread = std::pair<std::string, std::string>; // process and thread

/// Collects the scalar members of each element of traceEvents (or of the outer array).
class Collector : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Collector(TraceReference& reference)
        : m_reference(reference)
    {
    }

    bool null() override { return scalar("null"); }
    bool boolean(bool value) override { return scalar(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return scalar(text); }
    bool string(string_t& value) override { return scalar(value); }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& value) override
    {
        m_key = value;
        return true;
    }
    bool start_object(std::size_t) override { return open(false); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return false;
    }

    std::map<Thread, std::vector<Edge>> edges; ///< of each thread, in the order of the file

private:
    bool open(bool array)
    {
        if (m_eventsDepth == 0 && array && (m_depth == 0 || (m_depth == 1 && m_key == "traceEvents"))) {
            m_eventsDepth = m_depth + 1;
            m_reference.isTrace = true;
        } else if (m_eventsDepth != 0 && m_depth == m_eventsDepth) {
            m_fields.clear();
        }
        ++m_depth;
        return true;
    }
    bool close()
    {
        --m_depth;
        if (m_eventsDepth != 0 && m_depth == m_eventsDepth)
            finish();
        if (m_eventsDepth != 0 && m_depth < m_eventsDepth)
            m_eventsDepth = ~0u; // over
        return true;
    }
    bool scalar(std::string value)
    {
        if (m_eventsDepth != 0 && m_depth == m_eventsDepth)
            ++m_reference.events; // an element that is no object
        if (m_eventsDepth != 0 && m_depth == m_eventsDepth + 2 && m_key == "step_num")
            m_fields["args.step_num"] = value;
        if (m_eventsDepth != 0 && m_depth == m_eventsDepth + 1)
            m_fields[m_key] = std::move(value);
        return true;
    }
    /// XLA writes rows without a category.
    [[nodiscard]] std::string category() const
    {
        const auto own = m_fields.find("cat");
        if (own != m_fields.end() && !own->second.empty())
            return own->second;
        static const std::regex kCalls("(cuda|hip|cu)[A-Z].*");
        const std::string name = m_fields.contains("name") ? m_fields.at("name") : std::string();
        std::smatch call;
        if (m_fields.contains("args.step_num"))
            return "user_annotation";
        if (name.starts_with("$"))
            return "python_function";
        if (std::regex_match(name, call, kCalls))
            return call[1] == "cu" ? "cuda_driver" : "cuda_runtime";
        return {};
    }
    void finish()
    {
        ++m_reference.events;
        const auto field = [&](const char* name) {
            const auto found = m_fields.find(name);
            return found == m_fields.end() ? std::string() : found->second;
        };
        ++m_reference.phases[field("ph")];
        const bool instant = field("ph") == "i" || field("ph") == "I" || field("ph") == "R";
        if (instant && !field("ts").empty())
            m_reference.instants.emplace_back(nanoseconds(field("ts")), 0, field("name"), field("cat"),
                                              field("pid"), field("tid"));
        if ((field("ph") == "B" || field("ph") == "E") && !field("ts").empty())
            edges[{field("pid"), field("tid")}].push_back(
                {nanoseconds(field("ts")), field("ph") == "B", field("name"), field("cat")});
        if (field("ph") == "X" && !field("ts").empty())
            m_reference.complete.emplace_back(nanoseconds(field("ts")),
                                              field("dur").empty() ? 0 : nanoseconds(field("dur")),
                                              field("name"), category(), field("pid"), field("tid"));
    }

    TraceReference& m_reference;
    std::size_t m_depth = 0;
    std::size_t m_eventsDepth = 0;
    std::string m_key;
    std::map<std::string, std::string> m_fields;
};

/// Goes over one thread's edges with a stack.
void pairThread(const Thread& thread, std::vector<Edge> edges, TraceReference& reference)
{
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.ts < b.ts; });
    const auto sliceOf = [&](const Edge& begin, std::int64_t end) {
        return PlainEvent(begin.ts, end - begin.ts, begin.name, begin.category, thread.first, thread.second);
    };
    std::int64_t last = edges.back().ts;
    for (const PlainEvent& event : reference.complete) {
        if (std::get<4>(event) == thread.first && std::get<5>(event) == thread.second)
            last = std::max(last, std::get<0>(event) + std::get<1>(event));
    }
    std::vector<Edge> stack;
    for (const Edge& edge : edges) {
        if (edge.begin) {
            stack.push_back(edge);
            continue;
        }
        const auto match = std::find_if(stack.rbegin(), stack.rend(), [&](const Edge& begin) {
            return edge.name.empty() || begin.name == edge.name;
        });
        if (match == stack.rend()) {
            ++reference.endsWithoutBegin;
            continue;
        }
        reference.paired.push_back(sliceOf(*match, edge.ts));
        stack.erase(std::next(match).base());
    }
    for (const Edge& begin : stack)
        reference.unfinished.push_back(sliceOf(begin, last));
}

/// The format lets the bracket behind the events be missing (Trace Event Format, "JSON Array Format").
std::string closed(std::string text)
{
    while (!text.empty() && std::string_view(" \t\r\n,").find(text.back()) != std::string_view::npos)
        text.pop_back();
    return text + "]";
}

} // namespace

std::string wholeText(const std::filesystem::path& file)
{
    gzFile stream = gzopen(file.c_str(), "rb"); // reads plain files as they are
    if (stream == nullptr)
        throw std::runtime_error("cannot open " + file.string());
    std::string text;
    std::vector<char> buffer(1 << 20);
    for (int got = 0; (got = gzread(stream, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    gzclose(stream);
    return text;
}

TraceReference referenceOf(const std::string& text)
{
    TraceReference reference;
    const auto read = [&](const std::string& whole) {
        reference = {};
        Collector collector(reference);
        reference.isTrace = nlohmann::json::sax_parse(whole, &collector) && reference.isTrace;
        for (const auto& [thread, edges] : collector.edges)
            pairThread(thread, edges, reference);
        return reference.isTrace;
    };
    if (!read(text))
        read(closed(text));
    for (std::vector<PlainEvent>* events :
         {&reference.complete, &reference.instants, &reference.paired, &reference.unfinished})
        std::sort(events->begin(), events->end());
    return reference;
}

std::vector<PlainEvent> plainSlices(const core::Timeline& timeline)
{
    std::vector<PlainEvent> events;
    const auto text = [&](core::NameId id) { return std::string(timeline.names().text(id)); };
    for (const core::Lane& lane : timeline.lanes()) {
        const core::Track& track = timeline.tracks()[lane.track.index()];
        if (text(track.threadKey).starts_with("samples "))
            continue; // of stacks, which are no events
        for (std::size_t row = lane.begin; row < std::size_t{lane.begin} + lane.count; ++row)
            events.emplace_back(timeline.ts()[row], timeline.dur()[row], text(timeline.name()[row]),
                                text(timeline.category()[row]), text(track.processKey),
                                text(track.threadKey));
    }
    std::sort(events.begin(), events.end());
    return events;
}

std::vector<PlainEvent> plainInstants(const core::Timeline& timeline)
{
    std::vector<PlainEvent> events;
    const auto text = [&](core::NameId id) { return std::string(timeline.names().text(id)); };
    for (const core::Instant& instant : timeline.instants()) {
        const core::Track& track = timeline.tracks()[instant.track.index()];
        events.emplace_back(instant.ts, 0, text(instant.name), text(instant.category), text(track.processKey),
                            text(track.threadKey));
    }
    std::sort(events.begin(), events.end());
    return events;
}

std::filesystem::path sharedTraces()
{
    const char* const given = std::getenv("SHARDSCOPE_SHARED");
    const std::filesystem::path shared = given != nullptr
                                             ? std::filesystem::path(given)
                                             : std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / ".." / "shared";
    std::error_code ignored;
    return std::filesystem::is_directory(shared / "traces", ignored) ? shared / "traces"
                                                                     : std::filesystem::path();
}

ScratchFolder::ScratchFolder()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "shardscope-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw std::runtime_error("no scratch folder");
    m_folder = pattern;
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::filesystem::path ScratchFolder::write(const std::string& name, const std::string& bytes) const
{
    std::filesystem::remove(m_folder / name); // a new file: ext4 flushes one that is cut and written again
    std::ofstream(m_folder / name, std::ios::binary) << bytes;
    return m_folder / name;
}

std::string gzipped(const std::string& text)
{
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

} // namespace shardscope::tests
