// SPDX-License-Identifier: GPL-3.0-or-later
// A central page of the window, and the table of all of them.
#pragma once

#include "app/desktop/workbench/workbench.h"

#include <QWidget>

#include <span>

namespace shardscope::app {

class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Why there is no picture of what the page shows, a sentence; empty: there is one.
    [[nodiscard]] virtual QString whyNoPicture() const = 0;
    [[nodiscard]] bool canExport() const { return whyNoPicture().isEmpty(); }

    /// Gets the keyboard when the page comes to the front: the widget of the page's keys, else what scrolls.
    [[nodiscard]] virtual QWidget& front() = 0;

    /// Whether the page has something for the Inspector to tell; it makes room where not.
    [[nodiscard]] virtual bool usesInspector() const { return true; }

signals:
    /// A number was clicked: open its derivation.
    void explainRequested(const QString& path);
    /// The same of something that the open plan's evaluation does not hold.
    void derivationRequested(const QString& title, const core::DerivationPtr& derivation);
    /// Another page has more of it: its key.
    void pageRequested(const QString& key);
    void openRequested();
    void sampleRequested();
    /// whyNoPicture() may answer otherwise now.
    void canExportChanged();
    /// One line for the status bar; empty clears it.
    void hint(const QString& text);
};

/// One row of the page table: a new page is one line in page_table.cpp.
struct PageRow {
    const char* key;    ///< stable: settings, --export VIEW
    int group;          ///< of the rail, between lines; kNoGroup: the rail does not show it
    const char* icon;   ///< resources/icons/NAME.svg
    QString (*title)(); ///< in the reader's language
    Page* (*make)(Workbench& workbench, QWidget* parent);
};

inline constexpr int kNoGroup = -1;

[[nodiscard]] std::span<const PageRow> pageTable();

} // namespace shardscope::app
