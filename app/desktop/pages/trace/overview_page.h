// SPDX-License-Identifier: GPL-3.0-or-later
// The page that a run opens on: what it is, how a step divides, what costs most with its evidence, and which
// analyses have something to say.
#pragma once

#include "app/desktop/pages/trace/run_page.h"
#include "app/session/trace/overview_texts.h"

class QLabel;
class QLayout;
class QVBoxLayout;

namespace shardscope::app {

class OverviewPage final : public RunPage {
    Q_OBJECT

public:
    explicit OverviewPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// Null until it is worked out.
    [[nodiscard]] const std::shared_ptr<const profiler::Overview>& overview() const { return m_overview; }
    /// What is said while there is no overview.
    [[nodiscard]] QString status() const;

signals:
    /// A finding's evidence was opened: its span on the timeline, and its track or -1.
    void spanWanted(qint64 beginNs, qint64 endNs, int track);
    void analysisWanted(const QString& key);
    /// The plan that the run had is to be guessed and opened.
    void planWanted();

private:
    [[nodiscard]] QWidget& contentFront() override;
    void showRun() override;
    void retranslate() override;
    void workOut();
    void take(core::Result<profiler::Overview> overview);
    /// Builds the page anew: overviews are small and seldom.
    void rebuild();
    std::vector<std::pair<QString, QString>> addTitle(QVBoxLayout* column);
    void addJobs(QVBoxLayout* column);
    std::vector<std::pair<QString, QString>> addFacts(const profiler::Overview& overview, QLayout* chips);
    void addParts(QVBoxLayout* column, const std::shared_ptr<const profiler::Overview>& told);
    void finishBody(QWidget* content, QVBoxLayout* column, bool keys);
    void addFindings(QVBoxLayout* column);
    void addFinding(QVBoxLayout* column, std::size_t index);
    [[nodiscard]] QWidget* costBar(const profiler::CostFinding& finding);
    void addAnalyses(QVBoxLayout* column);

    std::shared_ptr<const profiler::Overview> m_overview;
    std::shared_ptr<const profiler::Overview> m_begun; ///< how steps divide, while findings are worked out
    std::optional<core::Error> m_error;
    std::uint32_t m_job = 0; ///< of several that were opened together, which is told of
    QLabel* m_status;
    QVBoxLayout* m_layout;
    QWidget* m_body = nullptr;
};

} // namespace shardscope::app
