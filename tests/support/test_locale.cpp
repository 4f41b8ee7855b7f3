// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_locale.h"

#include <clocale>
#include <cstdio>
#include <cstring>

namespace shardscope::tests {

bool localeIsInForce()
{
    const QByteArray asked = qgetenv("SHARDSCOPE_TEST_LOCALE");
    if (asked.isEmpty())
        return true;
    const QByteArray numbers = std::setlocale(LC_NUMERIC, nullptr);
    const QByteArray wantedPoint = asked.startsWith("ja_") || asked.startsWith("C") ? "." : ",";
    if (numbers == asked && wantedPoint == std::localeconv()->decimal_point)
        return true;
    std::fprintf(stderr, "FAIL!  : the locale %s is not in force but %s (LOCPATH is to hold it)\n",
                 asked.constData(), numbers.constData());
    return false;
}

} // namespace shardscope::tests
