// SPDX-License-Identifier: GPL-3.0-or-later
// The suite under other locales: SHARDSCOPE_TEST_LOCALE names the one that must be in force.
#pragma once

#include <QByteArray>

namespace shardscope::tests {

/// After the application object: whether the locale that was asked for, if any, is in force with its decimal
/// point; says so on standard error where it is not.
[[nodiscard]] bool localeIsInForce();
/// LC_ALL for a program that a test starts.
[[nodiscard]] inline QByteArray localeOfPrograms()
{
    const QByteArray asked = qgetenv("SHARDSCOPE_TEST_LOCALE");
    return asked.isEmpty() ? QByteArray("C.UTF-8") : asked;
}

} // namespace shardscope::tests
