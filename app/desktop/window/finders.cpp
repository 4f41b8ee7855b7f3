// SPDX-License-Identifier: GPL-3.0-or-later
// What the omnibox finds, kind by kind.
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/settings/settings_page.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/window/main_window.h"
#include "app/session/documents/catalog_index.h"
#include "app/session/questions/spoken_question.h"

#include <QAction>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostKernels = 20;

// Of equally good words, what is nearer to hand comes first.
enum class Order { Page, Action, Setting, Control, Sample, Lesson, Model, Machine, Kernel };
constexpr int kOrders = 9;

class Gathered {
public:
    explicit Gathered(const QString& asked)
        : m_asked(asked)
    {
    }
    /// \p choose: called later, when everything may have changed.
    void add(Order order, const QString& words, const QString& also, const QString& kind,
             std::function<void()> choose, const QString& keys = {})
    {
        if (const int rank = rankOf(m_asked, words, also); rank >= 0)
            m_found.push_back(
                {words, kind, keys, rank * kOrders + static_cast<int>(order), std::move(choose)});
    }
    [[nodiscard]] std::vector<Finding> take() { return std::move(m_found); }

private:
    QString m_asked;
    std::vector<Finding> m_found;
};

/// What stands behind the words of an action.
struct ActionKind {
    Order order;
    QString text;
};

ActionKind kindOf(const Action& action)
{
    if (action.id.startsWith(QLatin1String("page.")))
        return {Order::Page, MainWindow::tr("page")};
    if (action.id.startsWith(QLatin1String("sample.")))
        return {Order::Sample, MainWindow::tr("sample")};
    if (action.id.startsWith(QLatin1String("theme.")) || action.id.startsWith(QLatin1String("language.")))
        return {Order::Setting, MainWindow::tr("setting")};
    return {Order::Action, MainWindow::tr("action")};
}

/// Scrolls \p control into sight and gives it the keyboard.
void goTo(QWidget& control)
{
    for (QWidget* parent = control.parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(parent))
            area->ensureWidgetVisible(&control);
    }
    control.setFocus(Qt::ShortcutFocusReason);
}

} // namespace

std::vector<Finding> MainWindow::find(const QString& asked)
{
    Gathered gathered(asked);
    for (const Action& action : m_actions->all()) {
        const ActionKind kind = kindOf(action);
        const bool now = action.made != nullptr && action.made->isEnabled();
        // Before anything is typed, what one can begin with is offered.
        if (action.made == nullptr || (asked.isEmpty() && (!now || kind.order > Order::Action)))
            continue;
        gathered.add(
            kind.order, action.plainWords(), action.also ? action.also() : QString(),
            now ? kind.text : tr("%1, not now").arg(kind.text),
            [this, id = action.id] {
                if (!act(id))
                    m_hint->setText(tr("That cannot be done now: nothing is open that it is about."));
            },
            action.keysText());
    }
    if (asked.isEmpty())
        return gathered.take();
    for (QWidget* control : part<SettingsPage>().settings()) {
        gathered.add(Order::Setting, control->accessibleName(), control->accessibleDescription(),
                     tr("setting"), [this, at = QPointer<QWidget>(control)] {
                         showPage("settings");
                         if (at)
                             goTo(*at);
                     });
    }
    if (m_workbench.state().complete()) {
        for (QWidget* control : part<PlanPage>().findChildren<QWidget*>()) {
            if (control->focusPolicy() == Qt::NoFocus || control->accessibleName().isEmpty() ||
                !control->isEnabled() || !control->isVisibleTo(&part<PlanPage>()))
                continue;
            gathered.add(Order::Control, control->accessibleName(), control->accessibleDescription(),
                         tr("control of the plan"), [this, at = QPointer<QWidget>(control)] {
                             showPage("plan");
                             if (at)
                                 goTo(*at);
                         });
        }
    }
    for (const Lesson& lesson : part<LearnPage>().lessons())
        gathered.add(Order::Lesson, lesson.title.shown(),
                     QString::fromStdString(lesson.name) + QLatin1Char(' ') + lesson.goal.shown(),
                     tr("lesson"), [this, lesson] {
                         showPage("learn");
                         part<LearnPage>().openLesson(lesson);
                     });
    for (const CatalogEntry& entry : m_workbench.models())
        gathered.add(Order::Model, entry.title, QString::fromStdString(entry.name), tr("model"),
                     [this, name = QString::fromStdString(entry.name)] {
                         if (m_workbench.chooseModel(name))
                             showPage("plan");
                     });
    for (const CatalogEntry& entry : m_workbench.machines())
        gathered.add(Order::Machine, entry.title,
                     QString::fromStdString(entry.name) + QLatin1Char(' ') + entry.maker, tr("machine"),
                     [this, name = QString::fromStdString(entry.name)] {
                         if (m_workbench.chooseHardware(name))
                             showPage("plan");
                     });
    if (const RunViewPtr run = m_workbench.run()) {
        std::size_t kernels = 0;
        for (const QString& label : run->label) {
            if (kernels < kMostKernels && label.contains(asked, Qt::CaseInsensitive)) {
                ++kernels;
                gathered.add(Order::Kernel, label, {}, tr("in the open run"), [this, label] {
                    showPage("timeline");
                    part<TimelinePage>().searchFor(label);
                });
            }
        }
    }
    std::vector<Finding> found = gathered.take();
    if (const auto study = part<StudyPage>().heard(asked)) {
        found.push_back({tr("Study %1 in %2 scenarios")
                             .arg(m_workbench.catalogTitle(study->job.model))
                             .arg(study->scenarios.size()),
                         tr("question"),
                         {},
                         -2,
                         [this, study] {
                             showPage("study");
                             part<StudyPage>().take(*study);
                         }});
    }
    if (const auto spoken = spokenQuestion(asked, m_workbench.models(), m_workbench.machines()))
        found.push_back({tr("Find the best plan of %1 on %2 × %3")
                             .arg(spoken->modelTitle, QString::number(spoken->devices), spoken->machineTitle),
                         tr("question"),
                         {},
                         -1,
                         [this, spoken] {
                             part<SearchPage>().controls().setRun(spoken->tokens, spoken->days);
                             searchFor(QString::fromStdString(spoken->model),
                                       QString::fromStdString(spoken->machine),
                                       QString::number(spoken->devices));
                         }});
    if (found.empty())
        found.push_back({tr("Nothing is called that; see what can be asked"), tr("page"), {}, 0, [this] {
                             showPage("ask");
                         }});
    return found;
}

} // namespace shardscope::app
