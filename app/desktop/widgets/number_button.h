// SPDX-License-Identifier: GPL-3.0-or-later
// A computed number that opens its derivation: caption, figure, dimmed unit; dotted underline on hover.
#pragma once

#include <QAbstractButton>

namespace shardscope::app {

class NumberButton final : public QAbstractButton {
    Q_OBJECT

public:
    explicit NumberButton(QWidget* parent = nullptr);

    /// One dimmed line under the figure: its interval, what it is a part of; empty: none.
    void setBelow(const QString& below);
    [[nodiscard]] const QString& below() const { return m_below; }
    /// \p path: of the derivation; empty where the number has none. \p value as quantityString writes it.
    void setNumber(const QString& caption, const QString& value, const QString& exact, const QString& path);
    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] const QString& value() const { return m_value; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void activated(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_caption;
    QString m_value;
    QString m_below;
    QString m_path;
};

} // namespace shardscope::app
