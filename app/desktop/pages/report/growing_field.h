// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text in a field that is as tall as they are: it never scrolls by itself.
#pragma once

#include <QPlainTextEdit>

namespace shardscope::app {

class GrowingField final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit GrowingField(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void left();

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int neededHeight() const;
};

} // namespace shardscope::app
