// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/memo/memo_parts.h"

#include "app/desktop/figures/figure.h"
#include "app/desktop/memo/memo.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace shardscope::app {
namespace {

/// Trainings are told in days.
struct DaysColumn {
    const char* of;
    const char* key;
    const char* title;
};
constexpr DaysColumn kDays[]{{"training_seconds", "days", N_("Days")},
                             {"low_seconds", "low_days", N_("At least")},
                             {"high_seconds", "high_days", N_("At most")}};

const DaysColumn* daysColumn(std::string_view key)
{
    const auto found =
        std::ranges::find(kDays, key, [](const DaysColumn& one) { return std::string_view(one.of); });
    return found == std::end(kDays) ? nullptr : &*found;
}

/// Writes a prediction with three digits: no more is known of it.
core::Cell readable(const core::Cell& cell, const core::Column& column, bool days)
{
    const double* value = std::get_if<double>(&cell);
    if (value == nullptr)
        return cell;
    constexpr int kDigits = 3;
    if (days)
        return toDigits(*value / kStudyDay, core::kNumber, kDigits);
    if (column.key == "cost" || column.key == "tokens_per_second")
        return toDigits(*value, column.key == "cost" ? core::kCurrency : core::kNumber, kDigits);
    return cell;
}

} // namespace

void MemoSheet::heading(const QString& text)
{
    say(16, text, colors.text, TypeSize::Heading, Weight::Strong);
    y += 6;
}

void MemoSheet::decision(const SolvedStudy& solved)
{
    const QStringList sentences = decisionSentences(solved);
    say(8, sentences.value(0), colors.text, TypeSize::Heading, Weight::Strong);
    if (sentences.size() > 1)
        say(4, sentences.mid(1).join(QLatin1Char(' ')), colors.text);
}

void MemoSheet::figure(const QString& title, const SceneMaker& scene)
{
    if (!scene)
        return;
    heading(title);
    const Scene drawn = scene(inner, colors);
    draw({kPictureMargin, y}, drawn);
    y += drawn.height;
}

void MemoSheet::table(const QString& title, const core::Table& table)
{
    if (table.rows.empty())
        return;
    heading(title);
    const Scene drawn = tableScene(table, inner, colors);
    draw({kPictureMargin, y}, drawn);
    y += drawn.height;
}

void MemoSheet::sentences(const QString& title, const QStringList& sentences)
{
    if (sentences.isEmpty())
        return;
    heading(title);
    constexpr double kIndent = 14;
    for (const QString& sentence : sentences) {
        write({kPictureMargin, y}, kIndent, QStringLiteral("•"), colors.textDim, TypeSize::Body);
        y = write({kPictureMargin + kIndent, y}, inner - kIndent, sentence, colors.text, TypeSize::Body) + 3;
    }
}

core::Table studyColumns(const SolvedStudy& solved, std::span<const char* const> keys, const char* of)
{
    const core::Report report = studyReport(solved);
    const core::Table* all = report.table(of);
    if (all == nullptr)
        return {};
    core::Table table{all->key, all->title, {}, std::vector<std::vector<core::Cell>>(all->rows.size()), {}};
    for (const char* key : keys) {
        const auto at = all->columnIndex(key);
        const bool said = at && std::ranges::any_of(all->rows, [&](const auto& row) {
                              return !std::holds_alternative<std::monostate>(row[*at]);
                          });
        if (!said)
            continue;
        const DaysColumn* days = daysColumn(key);
        table.columns.push_back(days ? core::realColumn(days->key, days->title, all->columns[*at].help)
                                     : all->columns[*at]);
        for (std::size_t row = 0; row < all->rows.size(); ++row)
            table.rows[row].push_back(readable(all->rows[row][*at], all->columns[*at], days != nullptr));
    }
    return table;
}

QStringList edgeSentences(const SolvedStudy& solved)
{
    QStringList all;
    for (const BreakEven& one : solved.breakEven)
        all << breakEvenSentence(one);
    return all;
}

QString studySource(const SolvedStudy& solved)
{
    QStringList machines; // by the part of their titles before what was changed of them
    for (const SolvedScenario& one : solved.scenarios) {
        if (!one.hardware.name.empty())
            machines << shownText(
                            translated(one.hardware.title.empty() ? one.hardware.name : one.hardware.title))
                            .section(QStringLiteral(" · "), 0, 0);
    }
    machines.removeDuplicates();
    QString source = Words::tr("Model %1; machines: %2; ranges are those of 80 %.")
                         .arg(shownText(solved.model), machines.join(QStringLiteral(", ")));
    if (!solved.study.file.empty())
        source += QLatin1Char(' ') +
                  Words::tr("Study: %1.")
                      .arg(shownText(std::filesystem::path(solved.study.file).filename().string()));
    return source;
}

} // namespace shardscope::app
