// SPDX-License-Identifier: GPL-3.0-or-later
// What stays above a study's tabs: what was planned on what, the verdict, the key figures, and the tabs.
#pragma once

#include "app/desktop/pages/recommender/recommender_words.h"

#include <QFrame>

class QLabel;
class QTabBar;

namespace shardscope::app {

class NumberButton;

class RecommenderHead final : public QFrame {
    Q_OBJECT

public:
    explicit RecommenderHead(QWidget* parent = nullptr);

    /// \p study, or, while there is none, \p instead in the place of its verdict.
    void setStudy(const Study* study, const QString& instead = {});
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] RecommenderTab tab() const;
    void setTab(RecommenderTab tab);
    /// Tabs without anything to show are hidden; another one is chosen where that was in front.
    void setTabShown(RecommenderTab tab, bool shown);

signals:
    void tabChanged();
    void explainRequested(const QString& path);

private:
    void showNumbers(const Study& study);
    void retranslate();

    QLabel* m_subtitle;
    QLabel* m_chip;
    QLabel* m_verdict;
    QWidget* m_numbers;
    NumberButton* m_step;
    NumberButton* m_rate;
    NumberButton* m_persia; ///< the rate of the other system
    NumberButton* m_tables;
    NumberButton* m_exposed;
    QTabBar* m_tabs;
};

} // namespace shardscope::app
