// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is at work on, in its status bar: the oldest piece of work with its progress, and on a
// click all of them, each with a button that stops it.
#pragma once

#include "app/desktop/base/jobs.h"

#include <QTimer>
#include <QWidget>

class QFrame;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace shardscope::app {

class JobList final : public QWidget {
    Q_OBJECT

public:
    explicit JobList(Jobs& jobs, QWidget* parent = nullptr);

    /// What takes long, the oldest first.
    [[nodiscard]] std::vector<JobNews> shown() const;
    /// How long it will still take, as far as it has told how much of it is done; empty: that is not known.
    [[nodiscard]] static QString leftText(const JobNews& job);
    /// The list of all of them; null while it is closed.
    [[nodiscard]] QWidget* list() const;
    void openList();

signals:
    /// The user has stopped the job of \p slot.
    void stopped(const QString& slot);

private:
    struct Row {
        QLabel* text = nullptr;
        QProgressBar* bar = nullptr;
        QLabel* left = nullptr;
        QPushButton* stop = nullptr;
    };
    [[nodiscard]] static Row makeRow(QWidget* parent);
    void show(const Row& row, const JobNews& job);
    void stop(const QString& slot);
    void refresh();
    void fillList(const std::vector<JobNews>& all);
    void retranslate();

    Jobs& m_jobs;
    QTimer m_soon;
    Row m_first;
    QString m_firstSlot;
    QPushButton* m_more;
    QFrame* m_list;
    QVBoxLayout* m_listLayout;
    std::vector<Row> m_rows;
    std::vector<QString> m_rowSlots;
};

} // namespace shardscope::app
