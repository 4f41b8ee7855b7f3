// SPDX-License-Identifier: GPL-3.0-or-later
// The Recommender page: one model sharded as ZionEX does and served as PERSIA does, and both beside each
// other.
#pragma once

#include "app/desktop/pages/stacked_page.h"

#include <vector>

class QGridLayout;
class QLabel;

namespace shardscope::app {

class FigureCard;
class RecommenderControls;
class RecommenderHead;
class RecommenderSearchCard;
class PageScrollArea;
class SceneFigure;
class StaleVeil;
class TableView;
enum class RecommenderTab;
struct RecommenderView;

class RecommenderPage final : public StackedPage {
    Q_OBJECT

public:
    explicit RecommenderPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] RecommenderControls& controls() { return *m_controls; }
    [[nodiscard]] RecommenderSearchCard& search() { return *m_search; }
    /// The pictures in the order of recommenderViews(), those of every tab.
    [[nodiscard]] std::vector<SceneFigure*> figures() const;
    /// Verdict, key figures and tabs, above the pictures.
    [[nodiscard]] RecommenderHead& head() { return *m_head; }
    void showTab(RecommenderTab tab);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    struct Card {
        const RecommenderView& view;
        SceneFigure* figure;
        TableView* table;
        FigureCard* card;
    };
    void fillResults();
    void addCard(const RecommenderView& view);
    /// Lays out the pictures of the tab in front, and only those.
    void arrange();
    /// Asks for a study of what is open, on a worker; the last one stays until it is there.
    void study();
    void refresh();
    void retranslate();

    RecommenderControls* m_controls;
    RecommenderHead* m_head;
    QWidget* m_results;
    PageScrollArea* m_scroll;
    StaleVeil* m_veil = nullptr;
    StaleVeil* m_headVeil = nullptr;
    QLabel* m_unverified = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<Card> m_cards;
    RecommenderSearchCard* m_search = nullptr;
    bool m_twoColumns = false;
    bool m_stale = true; ///< what is open has changed since the last study was asked for
};

} // namespace shardscope::app
