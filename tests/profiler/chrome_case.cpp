// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/chrome_case.h"

namespace shardscope::tests::chrome {

std::string text(const core::Timeline& timeline, core::NameId id)
{
    return std::string(timeline.names().text(id));
}

QStringList slicesOf(const core::Timeline& timeline)
{
    QStringList shown;
    for (std::size_t row = 0; row < timeline.sliceCount(); ++row)
        shown << QStringLiteral("%1 %2+%3")
                     .arg(QString::fromStdString(text(timeline, timeline.name()[row])))
                     .arg(timeline.ts()[row] / 1000)
                     .arg(timeline.dur()[row] / 1000);
    return shown;
}

QStringList tracksOf(const core::Timeline& timeline)
{
    QStringList shown;
    for (const core::Track& track : timeline.tracks())
        shown << QString::fromStdString(text(timeline, track.process) + " / " + text(timeline, track.thread));
    return shown;
}

std::string bare(const std::string& events) { return "[" + events + "]"; }
std::string complete(const std::string& name, int ts, int dur, const std::string& more)
{
    return R"({"ph":"X","cat":"cpu_op","name":")" + name + R"(","pid":1,"tid":2,"ts":)" + std::to_string(ts) +
           ",\"dur\":" + std::to_string(dur) + more + "}";
}

} // namespace shardscope::tests::chrome
