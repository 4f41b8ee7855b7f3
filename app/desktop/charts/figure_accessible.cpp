// SPDX-License-Identifier: GPL-3.0-or-later
// Children are made when asked for and kept as long as the figure; one whose spot is gone says that it is
// invalid.
#include "app/desktop/charts/figure_accessible.h"

#include "app/desktop/charts/figure_widget.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

namespace shardscope::app {
namespace {

class SpotAccessible final : public QAccessibleInterface {
public:
    SpotAccessible(FigureWidget* figure, std::size_t index)
        : m_figure(figure)
        , m_index(index)
    {
    }

    [[nodiscard]] bool isValid() const override { return m_figure && m_index < m_figure->hotSpots().size(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return m_figure ? QAccessible::queryAccessibleInterface(m_figure) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text what) const override
    {
        return isValid() && what == QAccessible::Name ? m_figure->spotText(m_index) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect area = m_figure->hotSpots()[m_index].area.boundingRect().toAlignedRect();
        return {m_figure->mapToGlobal(area.topLeft()), area.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = isValid() ? 0 : 1;
        state.selectable = 1;
        state.selected = isValid() && m_figure->current() == m_index ? 1 : 0;
        return state;
    }

private:
    QPointer<FigureWidget> m_figure;
    std::size_t m_index;
};

class FigureAccessible final : public QAccessibleWidget {
public:
    explicit FigureAccessible(FigureWidget* figure)
        : QAccessibleWidget(figure, QAccessible::List)
        , m_figure(figure)
    {
    }
    ~FigureAccessible() override
    {
        for (const QAccessible::Id id : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

    [[nodiscard]] int childCount() const override
    {
        return isValid() ? static_cast<int>(m_figure->hotSpots().size()) : 0;
    }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (m_children.size() <= static_cast<std::size_t>(index))
            m_children.push_back(
                QAccessible::registerAccessibleInterface(new SpotAccessible(m_figure, m_children.size())));
        return QAccessible::accessibleInterface(m_children[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (std::size_t index = 0; index < m_children.size(); ++index) {
            if (QAccessible::accessibleInterface(m_children[index]) == child)
                return static_cast<int>(index);
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int index = childCount() - 1; index >= 0; --index) {
            QAccessibleInterface* spot = child(index);
            if (spot && spot->rect().contains(x, y))
                return spot;
        }
        return nullptr;
    }

private:
    FigureWidget* m_figure; ///< lives at least as long as the interface is valid
    mutable std::vector<QAccessible::Id> m_children;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* figure = qobject_cast<FigureWidget*>(object);
    return figure ? new FigureAccessible(figure) : nullptr;
}

} // namespace

void makeFiguresAccessible()
{
    // Qt asks the newest factory first and goes on where it declines; the same one is not installed twice.
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace shardscope::app
