// SPDX-License-Identifier: GPL-3.0-or-later
// A core::Report on screen: findings that lead to their evidence, charts with their table twins, tables.
#pragma once

#include "core/report/report.h"

#include <functional>
#include <memory>

class QVBoxLayout;

namespace shardscope::app {

class ReportView final : public QWidget {
    Q_OBJECT

public:
    explicit ReportView(QWidget* parent = nullptr);

    /// Null shows nothing. \p help: what the report tells, one line.
    void setReport(std::shared_ptr<const core::Report> report, const QString& help);
    [[nodiscard]] const std::shared_ptr<const core::Report>& report() const { return m_report; }

signals:
    /// Evidence was opened: its span, and its track or -1.
    void spanWanted(qint64 beginNs, qint64 endNs, int track);

private:
    void rebuild();
    void addFinding(QVBoxLayout* column, const core::Finding& finding);
    void addPlots(QVBoxLayout* column);
    void addTables(QVBoxLayout* column);
    void addMarks(QVBoxLayout* column);

    std::shared_ptr<const core::Report> m_report;
    QString m_help;
    QVBoxLayout* m_layout;
    QWidget* m_body = nullptr;
};

/// Adds entry \p index to \p column.
using AddEntry = std::function<void(QVBoxLayout* column, std::size_t index)>;
/// The first \p first of \p count entries; the others on demand, so that what follows stays in sight.
void addFirst(QVBoxLayout* column, std::size_t first, std::size_t count, const AddEntry& add);

/// Finding in words with its severity before it where that is more than information.
[[nodiscard]] QString findingSentence(const core::Finding& finding);

} // namespace shardscope::app
