// SPDX-License-Identifier: GPL-3.0-or-later
// A button that shows what is allowed among several words; its menu ticks them, any number of them. In a menu
// of many words one types.
#pragma once

#include <QPushButton>
#include <QStringList>

#include <vector>

class QLineEdit;
class QMenu;

namespace shardscope::app {

class SeveralBox final : public QPushButton {
    Q_OBJECT

public:
    explicit SeveralBox(QWidget* parent = nullptr);

    /// \p any is shown where none is ticked, and clears all in the menu.
    void setWords(const QStringList& words, const QString& any);
    void setTicked(const std::vector<int>& ticked); ///< indices among the words; no signal
    [[nodiscard]] std::vector<int> ticked() const;
    /// \p why word number \p word cannot be ticked; empty: it can.
    void setReason(int word, const QString& why);
    /// Does what a click in the menu does; -1: none of them.
    void toggle(int word);
    /// Where one types; null: there are few words.
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user has ticked or cleared a word.
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showText();
    void addFilter();
    void narrow(const QString& asked);

    QMenu* m_menu;
    QLineEdit* m_filter = nullptr;
    int m_first = 2; ///< of the menu's entries: what stands above the words
    QStringList m_words;
    QString m_any;
};

} // namespace shardscope::app
