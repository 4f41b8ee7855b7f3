// SPDX-License-Identifier: GPL-3.0-or-later
// The menu is made when it is opened: another window may have kept views of the same files.
#include "app/desktop/pages/trace/views_button.h"
#include "app/desktop/timeline/notes.h"
#include "app/session/text/shown_text.h"

#include <QInputDialog>
#include <QMenu>

namespace shardscope::app {

ViewsButton::ViewsButton(TimelineView& view, History* history, QWidget* parent)
    : QPushButton(parent)
    , m_view(view)
    , m_history(history)
{
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &ViewsButton::fill);
}

void ViewsButton::fill()
{
    menu()->clear();
    const RunViewPtr run = m_view.run();
    if (!run)
        return;
    menu()->addAction(tr("Keep this view…"), this, &ViewsButton::askForName);
    if (!m_view.notes().empty()) {
        QMenu* notes = menu()->addMenu(tr("Notes"));
        for (std::size_t note = 0; note < m_view.notes().size(); ++note)
            notes->addAction(buttonText(noteText(m_view.notes()[note])), this, [this, note] {
                m_view.showNote(note);
                m_view.setFocus();
            });
    }
    const std::vector<SavedView> views = keptViews(*run, m_history);
    if (views.empty())
        return;
    menu()->addSeparator();
    for (const SavedView& view : views)
        menu()->addAction(buttonText(view.name), this, [this, view] {
            goTo(view);
            m_view.setFocus();
        });
    menu()->addSeparator();
    QMenu* remove = menu()->addMenu(tr("Remove"));
    for (const SavedView& view : views)
        remove->addAction(buttonText(view.name), this,
                          [this, run, name = view.name] { forgetView(*run, name, m_history); });
}

void ViewsButton::askForName()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep this view"));
    dialog->setLabelText(tr("Its name; a view of that name is replaced:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &ViewsButton::keep);
    dialog->open();
}

void ViewsButton::keep(const QString& name)
{
    const RunViewPtr run = m_view.run();
    if (!run || name.trimmed().isEmpty())
        return;
    SavedView view = shown();
    view.name = name.trimmed();
    keepView(*run, view, m_history);
}

SavedView ViewsButton::shown() const
{
    const std::int64_t origin = m_view.run()->timeline().begin();
    return {{},
            m_view.window().begin - origin,
            m_view.window().end - origin,
            m_view.arrangement(),
            m_view.coloring()->by()};
}

void ViewsButton::goTo(const SavedView& view)
{
    const RunViewPtr run = m_view.run();
    if (!run)
        return;
    Arrangement arrangement = view.arrangement;
    arrangement.debug = m_view.arrangement().debug;
    m_view.setArrangement(std::move(arrangement));
    m_view.setColoring(view.coloring);
    const std::int64_t origin = run->timeline().begin();
    m_view.setWindow(origin + view.begin, origin + view.end);
    emit restored();
}

void ViewsButton::retranslate()
{
    setText(tr("Views"));
    setToolTip(
        tr("Name what is shown, its rows and its time, and come back to it whenever these files are open"));
}

} // namespace shardscope::app
