// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers of tsl/profiler/protobuf/xplane.proto, names of planes, lines and stats of
// tsl/profiler/utils/ xplane_schema.cc.
#include "tests/support/planted/plain_database.h"
#include "tests/support/planted/plain_protobuf.h"
#include "tests/support/planted/writers.h"

#include <map>

namespace shardscope::tests::planted {

namespace {

/// A plane: its lines by number, names and stats of events by number.
class Plane {
public:
    explicit Plane(std::string name)
        : m_name(std::move(name))
    {
    }

    void line(std::int64_t id, const std::string& name) { m_lines[id].name = name; }
    void event(std::int64_t line, const std::string& name, std::int64_t ts, std::int64_t dur,
               const PlainMessage& stats)
    {
        PlainMessage event;
        event.number(1, m_events.of(name)).number(2, ts * 1000).number(3, dur * 1000);
        m_lines[line].events.text(4, event.bytes() + stats.bytes());
    }
    /// A stat of an event (or, with \p field 6, of a plane).
    void stat(PlainMessage& to, const std::string& key, std::int64_t value, std::uint32_t field = 4)
    {
        to.message(field, PlainMessage().number(1, m_stats.of(key)).number(4, value));
    }
    void text(PlainMessage& to, const std::string& key, const std::string& value, std::uint32_t field = 4)
    {
        to.message(field, PlainMessage().number(1, m_stats.of(key)).text(5, value));
    }
    [[nodiscard]] PlainMessage& own() { return m_own; }

    [[nodiscard]] PlainMessage message() const
    {
        PlainMessage plane;
        plane.text(2, m_name);
        for (const auto& [id, line] : m_lines) {
            PlainMessage head;
            head.number(1, id).text(2, line.name).number(3, 0);
            plane.text(3, head.bytes() + line.events.bytes());
        }
        names(plane, 4, m_events);
        names(plane, 5, m_stats);
        PlainMessage whole;
        return whole.text(1, plane.bytes() + m_own.bytes());
    }

private:
    struct Line {
        std::string name;
        PlainMessage events;
    };
    static void names(PlainMessage& plane, std::uint32_t field, const TextNumbers& texts)
    {
        for (const auto& [text, number] : texts.all())
            plane.message(field, PlainMessage().number(1, number).message(
                                     2, PlainMessage().number(1, number).text(2, text)));
    }

    std::string m_name;
    std::map<std::int64_t, Line> m_lines;
    TextNumbers m_events, m_stats;
    PlainMessage m_own;
};

std::string spaceOf(const Recording& recording, int rank)
{
    Plane host("/host:CPU");
    std::vector<Plane> devices;
    for (int device = 0; device < recording.devices; ++device) {
        Plane& plane = devices.emplace_back("/device:GPU:" + std::to_string(device));
        plane.text(plane.own(), "device_vendor", "Nvidia", 6);
        plane.text(plane.own(), "gpu_device_name", recording.device, 6);
    }
    for (const Row* const row : ordered(recording, rank)) {
        PlainMessage stats;
        if (onDevice(row->kind)) {
            Plane& plane = devices.at(static_cast<std::size_t>(row->device));
            plane.line(row->lane, "Stream #" + std::to_string(row->lane) +
                                      (row->kind == RowKind::Copy ? "(Memcpy)" : "(Compute)"));
            if (row->correlation != 0)
                plane.stat(stats, "correlation_id", row->correlation);
            if (row->bytes > 0 && row->kind == RowKind::Copy)
                plane.text(stats, "memcpy_details",
                           "kind_src:device kind_dst:device size:" + std::to_string(row->bytes));
            plane.event(row->lane, row->name, row->ts, row->dur, stats);
            continue;
        }
        host.line(tidOf(*row), "python/" + std::to_string(tidOf(*row)));
        if (row->correlation != 0)
            host.stat(stats, "correlation_id", row->correlation);
        std::string name = row->name;
        if (row->kind == RowKind::Step) { // jax.profiler.StepTraceAnnotation("train", step_num=3)
            host.stat(stats, "_r", 1);
            host.stat(stats, "step_num",
                      std::stoll("0" + name.substr(name.find_last_not_of("0123456789") + 1)));
            name = "train";
        }
        host.event(tidOf(*row), row->kind == RowKind::Python ? "$" + name : name, row->ts, row->dur, stats);
    }
    std::string space;
    for (const Plane& plane : devices)
        space += plane.message().bytes();
    space += host.message().bytes();
    Plane environment("Task Environment");
    environment.stat(environment.own(), "profile_start_time", 1'700'000'000'000'000'000, 6);
    return space + environment.message().bytes() + PlainMessage().text(4, "node-a").bytes();
}

} // namespace

Files writeXplane(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        files.push_back(folderOf(recording, folder, rank) / "node-a.xplane.pb");
        writeBytes(files.back(), spaceOf(recording, rank));
    }
    return files;
}

} // namespace shardscope::tests::planted
