// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence that can be clicked, wraps, and is reached by the keyboard.
#pragma once

#include <QLabel>

namespace shardscope::app {

class LinkLabel final : public QLabel {
    Q_OBJECT

public:
    explicit LinkLabel(QWidget* parent = nullptr);
    /// Plain text, shown as a link.
    void setLink(const QString& text);
    [[nodiscard]] const QString& plainText() const { return m_text; }

signals:
    void clicked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace shardscope::app
