// SPDX-License-Identifier: GPL-3.0-or-later
// The report of the project that is open: its slides, and every edit of them as a step that can be undone.
#pragma once

#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/widgets/figure_tools.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/report/slide_steps.h"

#include <map>

namespace shardscope::app {

/// What is open that no item of the project says: a run, the last search.
struct OpenView {
    core::Value subject; ///< {"of": which, "is": what it says now}
    Given given;
};
/// The view that the figure or page \p kind shows; none: nothing is open.
using OpenViews = std::function<std::optional<OpenView>(const FigureKind& kind)>;

class ReportShelf final : public FigureTaker {
    Q_OBJECT

public:
    explicit ReportShelf(Workbench& workbench, QObject* parent = nullptr);

    /// Who knows what is open.
    void setOpenViews(OpenViews views) { m_open = std::move(views); }

    [[nodiscard]] const std::vector<Slide>& slides() const { return m_slides; }
    [[nodiscard]] const Project& project() const;
    [[nodiscard]] std::optional<KeptPicture> pictureOf(const Slide& slide) const;
    /// A slide of \p figure: by its name, of the open plan or study as they are now; without one as a
    /// picture, which is drawn on a worker.
    void take(const Figure& figure) override;
    /// The same of the page \p kind, with what it shows.
    void take(const FigureKind& kind, const Given& given);
    /// A slide of each part of the memo of the study: the decision, scenarios, pictures, risks, what it rests
    /// on, sources. False where the project has no study.
    bool fillFromStudy();
    [[nodiscard]] bool hasStudy() const;
    void remove(std::size_t at);
    /// Moves a slide from \p from to where \p to is, counted from 0.
    void move(std::size_t from, std::size_t to);
    /// \p slide as it is now, in a step called \p name, which becomes one with the latest of the same drag.
    void change(const Slide& slide, const StepName& name, int drag = 0);
    [[nodiscard]] Since since(const Slide& slide) const;
    /// What changed since, by its keys; empty where nothing did.
    [[nodiscard]] std::vector<ChangedKey> changes(const Slide& slide) const;
    /// Makes slides anew of what the plan or study says now; all that changed if none is named.
    void update(std::optional<std::size_t> at = {});

signals:
    void changed();
    /// One line on what was done.
    void told(const QString& text);

private:
    /// The item that figures named \p figure are made of; null: there is none.
    [[nodiscard]] core::ItemPtr subjectItem(const std::string& figure) const;
    void add(std::vector<Slide> slides, std::vector<std::optional<KeptPicture>> pictures);
    void keep(const QString& title, std::function<KeptPicture()> picture, const Slide& slide = {});
    /// A slide of the view \p name, with what is open of it; a plain one where that is nothing.
    [[nodiscard]] Slide slideOfView(const QString& name) const;
    [[nodiscard]] std::optional<OpenView> openView(const std::string& name) const;
    void redraw(const Slide& slide);
    void push(std::vector<core::ItemChange> changes, const StepName& name, int drag = 0);
    void refresh();

    Workbench& m_workbench;
    OpenViews m_open;
    std::vector<Slide> m_slides;
    std::vector<core::ItemPtr> m_items; ///< of the project, as they were last
    /// Slides as they were read; pictures are not among them.
    std::map<core::ItemPtr, std::optional<Slide>> m_read;
};

} // namespace shardscope::app
