// SPDX-License-Identifier: GPL-3.0-or-later
// One field that finds everything: actions, pages, models, machines, samples, controls by name, kernels of
// the open run, a question as it is said. What is found stands below it; the first is chosen by Enter.
#pragma once

#include <QLineEdit>
#include <QListWidget>
#include <QPointer>

#include <functional>
#include <vector>

namespace shardscope::app {

/// Something that was found, and what choosing it does.
struct Finding {
    QString words;
    QString kind;   ///< "action", "model": dimmed, behind the words
    QString keys{}; ///< what does the same
    int rank = 0;   ///< the less, the better
    std::function<void()> choose;
};

/// How well \p asked names something called \p words: each word of it begins a word there (0), stands within
/// one (more), or is missing (-1). \p also: other words for it.
[[nodiscard]] int rankOf(const QString& asked, const QString& words, const QString& also = {});

class Omnibox final : public QLineEdit {
    Q_OBJECT

public:
    using Find = std::function<std::vector<Finding>(const QString& asked)>;
    /// \p find: asked at each change, with the field's trimmed text, which may be empty.
    explicit Omnibox(Find find, QWidget* parent = nullptr);

    /// Takes the keyboard, with all that it held before.
    void open();
    void close();
    [[nodiscard]] const std::vector<Finding>& found() const { return m_found; }
    [[nodiscard]] bool isOpen() const { return m_list != nullptr && m_list->isVisible(); }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void place();
    void choose(int row);

    Find m_find;
    std::vector<Finding> m_found;
    QListWidget* m_list = nullptr; ///< over the window's pages, made when first wanted
    QPointer<QWidget> m_before;    ///< what had the keyboard
};

} // namespace shardscope::app
