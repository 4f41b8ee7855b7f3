// SPDX-License-Identifier: GPL-3.0-or-later
// The Settings page: the language, how the window looks and in which units it writes, what devices cost, how
// runs are read, shortcuts. What is chosen counts at once.
#pragma once

#include "app/desktop/pages/page.h"
#include "app/desktop/theme/theme.h"

class QBoxLayout;
class QComboBox;
class QLabel;

namespace shardscope::app {

class Actions;
class PageScrollArea;
class PriceCard;
class ShortcutCard;
class TraceCard;

class SettingsPage final : public Page {
    Q_OBJECT

public:
    explicit SettingsPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QWidget& front() override;
    [[nodiscard]] bool usesInspector() const override { return false; }

    void setActions(Actions& actions);
    /// Shows what is chosen now.
    void show(const QString& language, SchemeChoice scheme, double zoom);
    using Page::show;
    /// Each with an accessible name, by which it is found.
    [[nodiscard]] std::vector<QWidget*> settings() const;
    [[nodiscard]] QComboBox& language() { return *m_language; }
    [[nodiscard]] QComboBox& scheme() { return *m_scheme; }
    [[nodiscard]] QComboBox& zoom() { return *m_zoom; }
    [[nodiscard]] QComboBox& sizes() { return *m_sizes; }
    [[nodiscard]] QComboBox& times() { return *m_times; }
    [[nodiscard]] QComboBox& rates() { return *m_rates; }
    [[nodiscard]] PriceCard& prices() { return *m_prices; }
    [[nodiscard]] TraceCard& traces() { return *m_traces; }
    [[nodiscard]] ShortcutCard& shortcuts() { return *m_shortcuts; }

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void languageWanted(const QString& code);
    void schemeWanted(shardscope::app::SchemeChoice scheme);
    void zoomWanted(double zoom);

private:
    /// Adds a card to \p layout and returns its title.
    QLabel* addCard(QBoxLayout& layout, QWidget* content);
    [[nodiscard]] QWidget* makeLook();
    /// A line of the look's card.
    void addChoice(QWidget& body, QComboBox& box);
    void showUnits();
    void takeUnits();
    void retranslate();

    PageScrollArea* m_scroll;
    QBoxLayout* m_top; ///< cards beside each other where there is room
    std::vector<QLabel*> m_titles;
    std::vector<QLabel*> m_names; ///< of the look's controls
    QComboBox* m_language;
    QComboBox* m_scheme;
    QComboBox* m_zoom;
    QComboBox* m_sizes; ///< units of bytes, and the two following
    QComboBox* m_times;
    QComboBox* m_rates;
    PriceCard* m_prices;
    TraceCard* m_traces;
    ShortcutCard* m_shortcuts;
};

} // namespace shardscope::app
