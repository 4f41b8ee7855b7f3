// SPDX-License-Identifier: GPL-3.0-or-later
// A card that opens something: a picture, a title, one dimmed line.
#pragma once

#include <QAbstractButton>
#include <QPixmap>

#include <functional>

namespace shardscope::app {

struct Theme;

class Card final : public QAbstractButton {
    Q_OBJECT

public:
    /// Draws what the card opens into an area of that size.
    using Picture = std::function<void(QPainter& painter, const QSizeF& size, const Theme& colors)>;

    Card(const QString& title, const QString& detail, QWidget* parent = nullptr);
    void setPicture(Picture picture);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_detail;
    Picture m_picture;
};

} // namespace shardscope::app
