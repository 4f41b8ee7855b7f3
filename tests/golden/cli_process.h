// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built shardscope-cli as a user would and keeps what it said.
#pragma once

#include "tests/support/near.h"

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace shardscope::tests {

struct Answer {
    int exitCode = -1; ///< -1: it crashed, or did not end
    QByteArray out;
    QByteArray err;

    /// Standard output as one JSON object; empty where it is not one, or where anything stands beside it.
    /// (const, because only a const object's members can be looked up by literals, one below the other)
    [[nodiscard]] const QJsonObject json() const;
    /// Exit 2, nothing on standard output, and one line on standard error.
    [[nodiscard]] bool isOneLineError() const;
    /// All that it wrote, for messages of failing tests.
    [[nodiscard]] QByteArray text() const
    {
        return "exit " + QByteArray::number(exitCode) + "\n" + out.left(4000) + "\n" + err;
    }
};

/// Runs the command line in the build's folder. No display, English, not a terminal.
[[nodiscard]] Answer runCli(const QStringList& arguments);

/// The most that a device of any class of ranks holds, from what `plan --json` wrote.
[[nodiscard]] double fullestPeak(const QJsonObject& plan);

/// A file of the sources, by its path from the root.
[[nodiscard]] QString sourceFile(const char* path);
/// ../shared beside the checkout (or SHARDSCOPE_SHARED), a file in it; empty where it is not there.
[[nodiscard]] QString sharedFile(const QString& path);

} // namespace shardscope::tests
