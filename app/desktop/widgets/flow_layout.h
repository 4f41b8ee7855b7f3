// SPDX-License-Identifier: GPL-3.0-or-later
// Items side by side, on as many lines as the width asks for.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace shardscope::app {

class FlowLayout final : public QLayout {
    Q_OBJECT

public:
    FlowLayout(int horizontalSpacing, int verticalSpacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;

private:
    int arrange(const QRect& rect, bool place) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_horizontal;
    int m_vertical;
};

} // namespace shardscope::app
