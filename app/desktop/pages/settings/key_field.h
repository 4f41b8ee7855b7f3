// SPDX-License-Identifier: GPL-3.0-or-later
// A field that takes a shortcut by its being pressed.
#pragma once

#include <QKeySequence>
#include <QLineEdit>
#include <QList>

namespace shardscope::app {

class KeyField final : public QLineEdit {
    Q_OBJECT

public:
    explicit KeyField(QWidget* parent = nullptr);
    void setKeys(const QList<QKeySequence>& keys);

signals:
    /// It was pressed; an empty one: no key.
    void pressed(const QKeySequence& key);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void show(bool listening);

    QList<QKeySequence> m_keys;
};

} // namespace shardscope::app
