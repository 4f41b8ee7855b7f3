// SPDX-License-Identifier: GPL-3.0-or-later
// The whole document in memory, one pass over its events.
#include "tests/golden/plain_count.h"

#include <QFile>

#include <nlohmann/json.hpp>
#include <zlib.h>

namespace shardscope::tests {

QByteArray plainBytes(const QString& file)
{
    QByteArray bytes;
    gzFile stream = gzopen(file.toUtf8().constData(), "rb"); // reads plain files as they are
    if (!stream)
        return bytes;
    QByteArray block(1 << 20, Qt::Uninitialized);
    for (int read = 0; (read = gzread(stream, block.data(), static_cast<unsigned>(block.size()))) > 0;)
        bytes.append(block.constData(), read);
    gzclose(stream);
    return bytes;
}

QByteArray gzipped(const QByteArray& bytes)
{
    z_stream stream{};
    constexpr int kGzipWindow = 15 + 16;
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))),
                   Qt::Uninitialized);
    QByteArray in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

PlainCount plainCount(const QByteArray& json)
{
    PlainCount count;
    const auto document = nlohmann::json::parse(json.begin(), json.end(), nullptr, false);
    const nlohmann::json* events = nullptr;
    if (document.is_array())
        events = &document;
    else if (document.is_object() && document.contains("traceEvents"))
        events = &document["traceEvents"];
    if (!events || !events->is_array())
        return count;
    count.isTrace = true;
    for (const auto& event : *events) {
        ++count.events;
        const std::string phase = event.is_object() ? event.value("ph", std::string{}) : std::string{};
        if (phase == "X" || phase == "B")
            ++count.slices;
        else if (phase == "i" || phase == "I" || phase == "R")
            ++count.instants;
        else if (phase == "C")
            ++count.counters;
        else if (phase == "s")
            ++count.flowBegins;
        else if (phase == "t")
            ++count.flowSteps;
        else if (phase == "f")
            ++count.flowEnds;
        else if (phase == "M")
            ++count.metadata;
    }
    return count;
}

} // namespace shardscope::tests
