// SPDX-License-Identifier: GPL-3.0-or-later
// The Memory page: what an allocator held over time, and its segments and blocks at one moment of it.
#pragma once

#include "app/desktop/memory/memory_pictures.h"
#include "app/desktop/pages/trace/run_page.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

class TableView;

/// Facts of one block, and the frames that allocated it, innermost first.
[[nodiscard]] core::Table blockTable(const AllocationHistory& history, std::uint32_t block);
[[nodiscard]] core::Table blockStackTable(const AllocationHistory& history, std::uint32_t block);
/// "Peak 1.2 GiB at 3 s; …": what the page and its picture say in words.
[[nodiscard]] QString memorySentence(const AllocationHistory& history, const AllocatorMap& map);

class MemoryLegend final : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setHistory(HistoryPtr history);
    [[nodiscard]] QSize sizeHint() const override { return {400, heightForWidth(std::max(400, width()))}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    HistoryPtr m_history;
};

class MemoryPage final : public RunPage {
    Q_OBJECT

public:
    static constexpr std::size_t kColumns = 1200;

    explicit MemoryPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] const HistoryPtr& history() const { return m_history; }
    [[nodiscard]] std::int64_t moment() const { return m_moment; }
    [[nodiscard]] MemoryCurve& curve() { return *m_curve; }
    [[nodiscard]] TableView& facts() { return *m_facts; }
    void showMoment(qint64 ts);
    void showBlock(quint32 block);
    void showDetails(bool chosen);

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeDetails();
    [[nodiscard]] QWidget& contentFront() override;
    void showRun() override;
    /// Says on the empty page what is missing.
    void tellWhatIsMissing();
    void readRecords(const RunViewPtr& run);
    void load();
    void show(AllocationHistory history);
    void retranslate() override;

    QLabel* m_title;
    QLabel* m_sentence;
    QComboBox* m_device;
    QPushButton* m_peak;
    MemoryCurve* m_curve;
    MemoryLegend* m_legend;
    QLabel* m_momentText;
    AllocatorMapView* m_map;
    TableView* m_facts;
    TableView* m_stackTable;
    QLabel* m_blockHint;
    QPushButton* m_toAllocation;
    QPushButton* m_toFree;
    HistoryPtr m_history;
    std::vector<profiler::RecordedMemory> m_recorded; ///< of the run's trace, by peak
    std::int64_t m_moment = 0;
    std::optional<std::uint32_t> m_block;
};

} // namespace shardscope::app
