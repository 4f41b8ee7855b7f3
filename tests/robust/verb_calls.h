// SPDX-License-Identifier: GPL-3.0-or-later
// The campaign's table of calls: every place where a verb takes a file. A new verb, a new option: a row here.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace shardscope::tests {

struct VerbCall {
    const char* name;
    QStringList arguments; ///< @BAD: the file in question; @OUT: a folder to write into; @PLAN @TRACE @CASES
                           ///< @DUMPS @PROJECT: good ones
    bool partly = false;   ///< the bad file is one of several: the answer is of the others, exit 1
};

/// Calls with one bad file each.
[[nodiscard]] const std::vector<VerbCall>& callsWithAFile();
/// Calls that answer.
[[nodiscard]] const std::vector<VerbCall>& goodCalls();

/// \p call with its words for files replaced; \p bad may be empty.
[[nodiscard]] QStringList filled(const VerbCall& call, const QString& bad, const QString& out);

} // namespace shardscope::tests
