// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built shardscope-cli, or the window's program, where things are odd: limits, closed outputs, other
// locales, signals.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

namespace shardscope::tests {

/// What is odd about a process's surroundings.
struct Surroundings {
    std::vector<std::pair<QString, QString>>
        environment;               ///< set beside the usual ones; an empty value unsets
    std::function<void()> inChild; ///< runs between fork and exec: limits, descriptors
    QString out;                   ///< a file for standard output; empty: it is read
    QString folder;                ///< working folder
    QString program = QStringLiteral("shardscope-cli");
};

struct Outcome {
    int exitCode = -1; ///< -1: ended by a signal, or did not end
    int signal = 0;
    QByteArray out;
    QByteArray err;
    QByteArray program;

    /// Why the contract (section 1) is not kept: exit 0, 1 or 2, no signal, and with 2 exactly one line on
    /// standard error that begins with the program's name and holds no control character. Empty: it is kept.
    [[nodiscard]] QString breach() const;
    [[nodiscard]] QByteArray text() const;
};

/// Runs the program. It may use 30 s of processor time, whatever the machine's load; a limit on waiting
/// only keeps a hang from being one of the tests.
[[nodiscard]] Outcome runRough(const QStringList& arguments, const Surroundings& surroundings = {});

/// Starts it, lets \p act see the process (its number) once it runs, and waits for its end.
[[nodiscard]] Outcome runAnd(const QStringList& arguments, const Surroundings& surroundings,
                             const std::function<void(qint64)>& act);

/// setrlimit for inChild: what (RLIMIT_AS …) and how much.
[[nodiscard]] std::function<void()> limited(int what, unsigned long long most);
[[nodiscard]] std::function<void()> without(int descriptor);

} // namespace shardscope::tests
