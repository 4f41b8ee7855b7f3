// SPDX-License-Identifier: GPL-3.0-or-later
// Cards in as many equal columns as have room, each row as tall as its tallest card.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace shardscope::app {

class CardGrid final : public QLayout {
    Q_OBJECT

public:
    /// \p least: pixels that a column is wide at least.
    explicit CardGrid(int least = 260);
    ~CardGrid() override;

    /// Deletes all cards.
    void clear();

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;

private:
    int arrange(const QRect& rect, bool place) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_least;
};

} // namespace shardscope::app
