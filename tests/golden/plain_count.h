// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the records of a Chrome trace straight from its JSON, without any of our readers.
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <string>

namespace shardscope::tests {

struct PlainCount {
    bool isTrace = false;    ///< the JSON holds "traceEvents", or is an array of events
    std::int64_t slices = 0; ///< X, and B (each with its E, unless more end than begin)
    std::int64_t instants = 0;
    std::int64_t counters = 0;
    std::int64_t flowBegins = 0;
    std::int64_t flowSteps = 0;
    std::int64_t flowEnds = 0;
    std::int64_t metadata = 0;
    std::int64_t events = 0;
};

/// The file's bytes, inflated where they are gzip.
[[nodiscard]] QByteArray plainBytes(const QString& file);
[[nodiscard]] QByteArray gzipped(const QByteArray& bytes);
[[nodiscard]] PlainCount plainCount(const QByteArray& json);

} // namespace shardscope::tests
