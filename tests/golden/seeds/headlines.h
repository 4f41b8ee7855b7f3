// SPDX-License-Identifier: GPL-3.0-or-later
// The headlines of the four articles, each asked as a reader asks: docs/seeds.json says what the article
// claims, which bare commands answer, and where the window shows it; here they are run and set beside each
// other.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace shardscope::tests {

/// What came of a headline: as the article has it; otherwise, with a reason; not to be computed, with one; or
/// a published figure that is only shown.
enum class Finding { Confirmed, Contradicted, NotComputable, Shown };

struct HeadlineAnswer {
    Finding finding = Finding::NotComputable;
    QStringList commands;       ///< as they were asked, without the program's name
    std::optional<double> ours; ///< in the article's unit; none where words answer
    QStringList lines;          ///< of the output, where words answer
    QString problem; ///< what is wrong with the headline itself or with what it asked; empty: nothing
};

/// Runs what \p headline asks. A number is as in the article where neither is more than "within" times the
/// other
/// ("within": 1.25 where it says nothing); words are where every text of "expect" stands in the output.
[[nodiscard]] HeadlineAnswer askHeadline(const QJsonObject& headline);

/// What no reader of the article would give, in \p command: a calibration, a plan file or sample that already
/// holds the answer, a batch that \p headline does not quote from the article. Empty: nothing.
[[nodiscard]] QString notBare(const QString& command, const QJsonObject& headline);

/// Both languages' pages: first what is contradicted, then each system's headlines.
struct HeadlinePages {
    QString english;
    QString japanese;
};
[[nodiscard]] HeadlinePages headlinePages(const QJsonObject& source,
                                          const std::vector<HeadlineAnswer>& answers);

/// A page of the guide with an article's claims, each with a link to where the window shows it.
struct GuideChapter {
    QString file; ///< below the sources
    QString text;
};
[[nodiscard]] std::vector<GuideChapter> guideChapters(const QJsonObject& source,
                                                      const std::vector<HeadlineAnswer>& answers);

} // namespace shardscope::tests
