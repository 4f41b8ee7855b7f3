// SPDX-License-Identifier: GPL-3.0-or-later
// How verbs answer.
#include "app/cli/context.h"

#include "app/cli/text_table.h"
#include "app/session/text/messages.h"

#include <cstdio>

namespace shardscope::app {

void Context::warn(const core::Error& error) const
{
    if (endProgress)
        endProgress();
    std::fprintf(stderr, "shardscope-cli: %s\n", errorText(error).toUtf8().constData());
}

void Context::fail(const core::Error& error)
{
    warn(error);
    exit = error.code == core::ErrorCode::Cancelled ? Exit::Interrupted : Exit::BadCall;
}

void Context::print(const std::string& text) const
{
    if (endProgress)
        endProgress();
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void Context::print(const core::Table& table, std::size_t rows) const
{
    print(table.title + "\n" + textTable(table, style, rows));
}

} // namespace shardscope::app
