// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a running job's folder: new steps over the plan's band, findings with when they began.
#pragma once

#include "app/desktop/pages/follow/follow_scene.h"
#include "app/desktop/pages/stacked_page.h"

#include <memory>

class QLabel;
class QPushButton;
class QTimer;

namespace shardscope::app {

class FigureCard;
class SceneFigure;
class TableView;

class FollowPage final : public StackedPage {
    Q_OBJECT

public:
    explicit FollowPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// Asks which folder.
    void askForFolder();
    /// Follows a folder from now on, against the open plan if that has a step; lets the one before go.
    void follow(const QString& folder);
    void stop();
    [[nodiscard]] bool follows() const;
    /// Sets the time between two looks.
    void setEvery(int ms);
    [[nodiscard]] const FollowedJob& job() const { return m_job; }
    [[nodiscard]] QString status() const;
    [[nodiscard]] TableView& findings() { return *m_findings; }
    [[nodiscard]] SceneFigure& picture() { return *m_picture; }

private:
    struct Look;

    [[nodiscard]] QWidget& contentFront() override;
    void startFromEmpty() override { askForFolder(); }
    void look();
    void take(const Look& look);
    void show();
    void retranslate();

    QLabel* m_title;
    QLabel* m_status;
    QPushButton* m_stop;
    QPushButton* m_other;
    SceneFigure* m_picture;
    FigureCard* m_card;
    TableView* m_findings;
    FigureCard* m_findingsCard;
    QTimer* m_timer;
    QString m_folder;
    std::shared_ptr<Follower> m_follower; ///< used by one job at a time
    bool m_looking = false;
    FollowedJob m_job;
    std::size_t m_files = 0;
    std::size_t m_unread = 0;
    QString m_problem; ///< why the last look told nothing
};

} // namespace shardscope::app
