// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/locale.h"

#include <QtGlobal>

#include <clocale>
#include <cstring>

#include <langinfo.h>

namespace shardscope::app {

void chooseUtf8()
{
    std::setlocale(LC_ALL, "");
    if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0)
        qputenv("LC_ALL", "C.UTF-8");
}

void keepNumbersPlain() { std::setlocale(LC_NUMERIC, "C"); }

} // namespace shardscope::app
