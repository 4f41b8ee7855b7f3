// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/omnibox.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kLine = 32;
constexpr std::size_t kMost = 12; ///< lines in sight
constexpr int kKindRole = Qt::UserRole;
constexpr int kKeysRole = Qt::UserRole + 1;

/// Words, dimmed behind them what kind of thing it is, at the end its keys.
class FindingDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {option.rect.width(), kLine};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& colors = themeOf(option.widget);
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
            paintRounded(*painter, option.rect,
                         option.state & QStyle::State_Selected ? colors.accentSoft : colors.raised, QColor(),
                         metrics::kCornerRadius);
        const QRect line = option.rect.adjusted(metrics::kGrid + 4, 0, -metrics::kGrid - 4, 0);
        const QString keys = index.data(kKeysRole).toString();
        const QString kind = index.data(kKindRole).toString();
        const QFont small = interfaceFont(TypeSize::Small);
        const QFontMetrics smallSize(small);
        const int end = keys.isEmpty() ? 0 : smallSize.horizontalAdvance(keys) + metrics::kGrid;
        const int last = smallSize.horizontalAdvance(kind) + metrics::kGrid;
        painter->setFont(interfaceFont(TypeSize::Body));
        painter->setPen(colors.text);
        const QString words = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                                line.width() - end - last);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, words);
        const int used = painter->fontMetrics().horizontalAdvance(words) + metrics::kGrid;
        painter->setFont(small);
        painter->setPen(colors.textDim);
        painter->drawText(line.adjusted(used, 1, 0, 1), Qt::AlignLeft | Qt::AlignVCenter, kind);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, keys);
    }
};

} // namespace

int rankOf(const QString& asked, const QString& words, const QString& also)
{
    int rank = 0;
    const QString all = words + QLatin1Char(' ') + also;
    for (const QString& word : asked.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto at = all.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0)
            return -1;
        constexpr int kWithin = 40; // a word that is begun counts more than any place
        rank += static_cast<int>(std::min<qsizetype>(at, kWithin - 1));
        if (at > 0 && all[at - 1].isLetterOrNumber() && word.front().isLetterOrNumber())
            rank += kWithin;
    }
    return rank;
}

Omnibox::Omnibox(Find find, QWidget* parent)
    : QLineEdit(parent)
    , m_find(std::move(find))
{
    setObjectName(QStringLiteral("omnibox"));
    setMinimumWidth(160);
    setMaximumWidth(460);
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (hasFocus())
            search();
    });
    keepTranslated(*this, [this] {
        setPlaceholderText(tr("Ask, search or run a command"));
        setAccessibleName(tr("Ask, search or run a command"));
        setToolTip(
            tr("Finds actions, pages, models, machines, samples, controls and kernels; takes a question: "
               "llama 3 70b on 64 h100"));
    });
}

void Omnibox::open()
{
    if (!hasFocus())
        m_before = QApplication::focusWidget();
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
    search();
}

void Omnibox::close()
{
    if (m_list)
        m_list->hide();
    clear();
    if (hasFocus()) {
        if (m_before && m_before->isVisible())
            m_before->setFocus(Qt::OtherFocusReason);
        else
            clearFocus();
    }
}

void Omnibox::search()
{
    if (!m_list) {
        m_list = new QListWidget(window());
        m_list->setObjectName(QStringLiteral("found"));
        m_list->setItemDelegate(new FindingDelegate(m_list));
        m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard
        m_list->setMouseTracking(true);
        m_list->setUniformItemSizes(true);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setAccessibleName(tr("What was found"));
        m_list->setContentsMargins(metrics::kHalfGrid, metrics::kHalfGrid, metrics::kHalfGrid,
                                   metrics::kHalfGrid);
        m_list->installEventFilter(this);
        window()->installEventFilter(this);
        connect(m_list, &QListWidget::itemClicked, this,
                [this](QListWidgetItem* item) { choose(m_list->row(item)); });
    }
    m_found = m_find(text().trimmed());
    std::ranges::stable_sort(m_found, {}, &Finding::rank);
    m_list->clear();
    for (const Finding& finding : m_found) {
        auto* item = new QListWidgetItem(finding.words, m_list);
        item->setData(kKindRole, finding.kind);
        item->setData(kKeysRole, finding.keys);
    }
    m_list->setCurrentRow(0);
    place();
    m_list->setVisible(!m_found.empty());
    m_list->raise();
}

void Omnibox::place()
{
    if (!m_list)
        return;
    const QPoint below = mapTo(window(), QPoint(0, height() + metrics::kHalfGrid));
    const auto lines = static_cast<int>(std::min(m_found.size(), kMost));
    const int wide = std::max(width(), std::min(560, window()->width() - 2 * metrics::kPageMargin));
    const int left = std::clamp(below.x() + (width() - wide) / 2, 0, std::max(0, window()->width() - wide));
    m_list->setGeometry(left, below.y(), wide, lines * kLine + 2 * metrics::kHalfGrid + 2);
}

void Omnibox::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_found.size()))
        return;
    const std::function<void()> chosen = m_found[static_cast<std::size_t>(row)].choose;
    close();
    chosen();
}

bool Omnibox::event(QEvent* event)
{
    // Its keys are its own, whatever shortcuts the window has.
    if (event->type() == QEvent::ShortcutOverride && isOpen()) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Up || key == Qt::Key_Down) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void Omnibox::keyPressEvent(QKeyEvent* event)
{
    const int last = m_list ? m_list->count() - 1 : -1;
    switch (event->key()) {
    case Qt::Key_Escape: return close();
    case Qt::Key_Return:
    case Qt::Key_Enter: return choose(m_list ? m_list->currentRow() : -1);
    case Qt::Key_Down:
        if (last >= 0)
            m_list->setCurrentRow(m_list->currentRow() >= last ? 0 : m_list->currentRow() + 1);
        return;
    case Qt::Key_Up:
        if (last >= 0)
            m_list->setCurrentRow(m_list->currentRow() <= 0 ? last : m_list->currentRow() - 1);
        return;
    default: QLineEdit::keyPressEvent(event);
    }
}

void Omnibox::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() == Qt::MouseFocusReason)
        search();
}

void Omnibox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (m_list && event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        m_list->hide();
}

bool Omnibox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && event->type() == QEvent::Resize && isOpen())
        place();
    return QLineEdit::eventFilter(watched, event);
}

void Omnibox::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (hasFocus() || !text().isEmpty())
        return;
    // The keys that lead here, as a key.
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    const QString keys = tr("Ctrl K");
    painter.setFont(interfaceFont(TypeSize::Small));
    const int wide = painter.fontMetrics().horizontalAdvance(keys) + 10;
    const QRectF key(width() - wide - 6, (height() - 18) / 2.0, wide, 18);
    paintRounded(painter, key, colors.panel, colors.line, metrics::kHalfGrid);
    painter.setPen(colors.textDim);
    painter.drawText(key, Qt::AlignCenter, keys);
}

} // namespace shardscope::app
