// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that is large enough to be cached, with sums known by construction.
#pragma once

#include <QByteArray>
#include <QString>

namespace shardscope::tests {

/// Writes it to \p path: 210,000 slices on three threads.
void writeBigTrace(const QString& path);
/// The statement, and what it says of that trace as CSV.
[[nodiscard]] QString bigTraceQuery();
[[nodiscard]] QByteArray bigTraceSums();

} // namespace shardscope::tests
