// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robust/big_trace.h"

#include "tests/robust/rough_files.h"

#include <cstdint>

namespace shardscope::tests {

namespace {

constexpr int kSlices = 210'000;
constexpr int kThreads = 3;

/// When a slice begins, in microseconds.
std::int64_t beginOf(int slice) { return std::int64_t{slice} / kThreads * 100; }
std::int64_t durationOf(int slice) { return slice * 7919LL % 89 + 1; }

} // namespace

void writeBigTrace(const QString& path)
{
    QByteArray text = "{\"traceEvents\": [\n";
    text.reserve(kSlices * 90);
    for (int slice = 0; slice < kSlices; ++slice) {
        text += slice == 0 ? "" : ",\n";
        text += "{\"ph\": \"X\", \"pid\": 1, \"tid\": " + QByteArray::number(slice % kThreads) +
                ", \"name\": \"k" + QByteArray::number(slice % 17) +
                "\", \"ts\": " + QByteArray::number(static_cast<qlonglong>(beginOf(slice))) +
                ", \"dur\": " + QByteArray::number(static_cast<qlonglong>(durationOf(slice))) + "}";
    }
    writeFile(path, text + "\n]}\n");
}

QString bigTraceQuery()
{
    return QStringLiteral("SELECT count(*) AS n, sum(ts) AS ts, sum(dur) AS dur FROM slice");
}

QByteArray bigTraceSums()
{
    std::int64_t ts = 0;
    std::int64_t dur = 0;
    for (int slice = 0; slice < kSlices; ++slice) {
        ts += beginOf(slice) * 1000;
        dur += durationOf(slice) * 1000;
    }
    return "n,ts,dur\r\n" + QByteArray::number(kSlices) + "," +
           QByteArray::number(static_cast<qlonglong>(ts)) + "," +
           QByteArray::number(static_cast<qlonglong>(dur)) + "\r\n";
}

} // namespace shardscope::tests
