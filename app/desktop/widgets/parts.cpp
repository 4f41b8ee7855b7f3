// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/parts.h"

#include "app/desktop/base/unbroken.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPointer>
#include <QTextCursor>
#include <QTextDocument>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

template <class Layout>
Layout* layoutIn(QWidget* body, int spacing)
{
    auto* layout = new Layout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

/// Puts the joiners of base/unbroken.h into what \p label lays out. Its text() stays as it was said: that is
/// what is spoken, and what programs read. The label makes the document that it lays out with its first text,
/// and a new one after clear().
class Joiner final : public QObject {
public:
    explicit Joiner(QLabel& label)
        : QObject(&label)
        , m_label(label)
    {
        label.installEventFilter(this);
        watch();
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        // The child is not whole yet.
        if (event->type() == QEvent::ChildAdded)
            QMetaObject::invokeMethod(this, &Joiner::watch, Qt::QueuedConnection);
        if (event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy) && m_label.hasSelectedText()) {
            QString copied = withoutJoiners(m_label.selectedText());
            QGuiApplication::clipboard()->setText(
                copied.replace(QChar::ParagraphSeparator, QLatin1Char('\n')));
            return true;
        }
        return false;
    }

private:
    void watch()
    {
        auto* document = m_label.findChild<QTextDocument*>();
        if (document == nullptr || document == m_document)
            return;
        m_document = document;
        connect(document, &QTextDocument::contentsChanged, this, &Joiner::join);
        join();
        m_label.updateGeometry(); // it may have been laid out without
    }

    void join()
    {
        if (m_joining || m_document == nullptr)
            return;
        const QString text = m_document->toPlainText();
        const QString joined = unbroken(text);
        if (joined == text)
            return;
        m_joining = true;
        QTextCursor cursor(m_document);
        cursor.beginEditBlock();
        qsizetype from = 0; // of the text as it is
        for (qsizetype at = 0; at < joined.size(); ++at) {
            if (from < text.size() && joined[at] == text[from]) {
                ++from;
                continue;
            }
            cursor.setPosition(static_cast<int>(at));
            if (joined[at] != kWordJoiner) { // in a plain space's place
                cursor.deleteChar();
                ++from;
            }
            cursor.insertText(joined[at]);
        }
        cursor.endEditBlock();
        m_joining = false;
    }

    QLabel& m_label;
    QPointer<QTextDocument> m_document;
    bool m_joining = false;
};

/// What the reader copies by a label's menu, or by selecting it, has no joiners either.
void copyWithoutJoiners()
{
    static const QMetaObject::Connection kOnce = [] {
        QClipboard* clipboard = QGuiApplication::clipboard();
        return QObject::connect(
            clipboard, &QClipboard::changed, clipboard, [clipboard](QClipboard::Mode mode) {
                const bool own = mode == QClipboard::Clipboard   ? clipboard->ownsClipboard()
                                 : mode == QClipboard::Selection ? clipboard->ownsSelection()
                                                                 : false;
                const QString text = own ? clipboard->text(mode) : QString();
                if (text.contains(kWordJoiner))
                    clipboard->setText(withoutJoiners(text), mode);
            });
    }();
    Q_UNUSED(kOnce)
}

} // namespace

QVBoxLayout* columnIn(QWidget* body, int spacing) { return layoutIn<QVBoxLayout>(body, spacing); }

QHBoxLayout* rowIn(QWidget* body, int spacing) { return layoutIn<QHBoxLayout>(body, spacing); }

QVBoxLayout* pageColumn(QWidget* body, int spacing)
{
    auto* column = columnIn(body, spacing);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                               metrics::kPageMargin);
    return column;
}

QWidget* sidePanel(int width)
{
    auto* side = new QWidget;
    setRole(*side, Role::Panel);
    side->setFixedWidth(width);
    return side;
}

QWidget* controlBar(std::initializer_list<QWidget*> controls, QWidget* parent)
{
    auto* bar = new QWidget(parent);
    auto* flow = new FlowLayout(metrics::kGrid, metrics::kHalfGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    bar->setLayout(flow);
    for (QWidget* control : controls)
        flow->addWidget(control);
    return bar;
}

void wrap(QLabel* label, Role role)
{
    setRole(*label, role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    new Joiner(*label);
    copyWithoutJoiners();
}

void wrapText(QLabel* label, Role role) { wrap(label, role); }

QLabel* sentenceLabel(const QString& text, Role role)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    wrapText(label, role);
    return label;
}

} // namespace shardscope::app
