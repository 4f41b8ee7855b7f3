// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/report/slide_list.h"

#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QDropEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPixmapCache>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kRoom = 8;   ///< around a thumbnail
constexpr int kWords = 22; ///< the title below it
constexpr int kChanged = Qt::UserRole;

int pictureWidth(int width) { return std::max(60, width - 4 * kRoom); }
int pictureHeight(int width)
{
    return static_cast<int>(pictureWidth(width) * kSlideSize.height() / kSlideSize.width());
}

class ThumbnailDelegate final : public QStyledItemDelegate {
public:
    explicit ThumbnailDelegate(const SlideList& list, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_list(list)
    {
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        const int width = m_list.viewport()->width();
        return {width, pictureHeight(width) + kWords + 4 * kRoom};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& colors = themeOf(&m_list);
        const QRect card = option.rect.adjusted(kRoom, kRoom / 2, -kRoom, -kRoom / 2);
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        paintRounded(*painter, card, colors.panel, chosen ? colors.accent : colors.line, metrics::kCardCorner,
                     chosen ? 2 : 1);
        const int width = pictureWidth(option.rect.width());
        const QRect place(option.rect.left() + 2 * kRoom, card.top() + kRoom, width,
                          pictureHeight(option.rect.width()));
        const auto row = static_cast<std::size_t>(index.row());
        if (row < m_list.slides().size())
            painter->drawPixmap(place, thumbnail(m_list.slides()[row], place.size()));
        painter->setPen(colors.line);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(place);
        const QRect words(place.left(), place.bottom() + 3, place.width(), kWords);
        const QFont font = interfaceFont(TypeSize::Small, chosen ? Weight::Strong : Weight::Regular);
        painter->setFont(font);
        painter->setPen(chosen ? colors.text : colors.textDim);
        const bool changed = index.data(kChanged).toBool();
        constexpr int kDot = 12;
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight,
                                                        words.width() - (changed ? kDot : 0)));
        if (changed) { // what it shows is another by now
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(colors.warn);
            painter->drawEllipse(QPointF(words.right() - 4, words.center().y() + 0.5), 4, 4);
        }
        if (option.state.testFlag(QStyle::State_HasFocus))
            paintFocus(*painter, card, colors, metrics::kCardCorner);
    }

private:
    [[nodiscard]] QPixmap thumbnail(const ShownSlide& slide, QSize size) const
    {
        const double scale = m_list.devicePixelRatioF();
        const QString key = QStringLiteral("slide %1 %2 %3 %4 %5")
                                .arg(slide.slide.id.value)
                                .arg(size.width())
                                .arg(scale)
                                .arg(slide.made.figure.scene ? 1 : 0)
                                .arg(qHash(QLocale().name() + QString::fromStdString(slideBody(slide.slide)) +
                                           titleOf(slide) + slide.made.problem));
        QPixmap picture;
        if (QPixmapCache::find(key, &picture))
            return picture;
        picture = QPixmap((QSizeF(size) * scale).toSize());
        picture.setDevicePixelRatio(scale);
        QPainter painter(&picture);
        const double factor = size.width() / kSlideSize.width();
        painter.scale(factor, factor);
        paintSlide(painter, slide, theme(Scheme::Print));
        painter.end();
        QPixmapCache::insert(key, picture);
        return picture;
    }

    const SlideList& m_list;
};

} // namespace

SlideList::SlideList(QWidget* parent)
    : QListWidget(parent)
{
    setItemDelegate(new ThumbnailDelegate(*this, this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setDragDropMode(InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setResizeMode(Adjust);
}

void SlideList::setSlides(std::vector<ShownSlide> slides, const std::vector<bool>& changed, int current)
{
    const QSignalBlocker quiet(this);
    m_slides = std::move(slides);
    while (count() > static_cast<int>(m_slides.size()))
        delete takeItem(count() - 1);
    while (count() < static_cast<int>(m_slides.size()))
        addItem(QString());
    for (int row = 0; row < count(); ++row) {
        const auto at = static_cast<std::size_t>(row);
        item(row)->setText(QStringLiteral("%1 %2").arg(row + 1).arg(titleOf(m_slides[at])));
        item(row)->setToolTip(titleOf(m_slides[at]));
        item(row)->setData(kChanged, at < changed.size() && changed[at]);
    }
    setCurrentRow(current);
    viewport()->update();
}

void SlideList::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() == Qt::AltModifier;
    if (moves && event->key() == Qt::Key_Up)
        emit moveWanted(currentRow(), currentRow() - 1);
    else if (moves && event->key() == Qt::Key_Down)
        emit moveWanted(currentRow(), currentRow() + 1);
    else if (event->key() == Qt::Key_Delete)
        emit removeWanted(currentRow());
    else
        QListWidget::keyPressEvent(event);
}

/// The report is moved, and the list follows it.
void SlideList::dropEvent(QDropEvent* event)
{
    const int from = currentRow();
    const QModelIndex over = indexAt(event->position().toPoint());
    int to = over.isValid() ? over.row() : count() - 1;
    if (over.isValid()) {
        const QRect row = visualRect(over);
        const bool behind = event->position().y() > row.center().y();
        to += behind ? 1 : 0;
        if (from < to)
            --to;
    }
    event->setDropAction(Qt::IgnoreAction);
    event->accept();
    emit moveWanted(from, to);
}

void SlideList::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

} // namespace shardscope::app
