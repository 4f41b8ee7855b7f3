// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what can be done: a line each. What a line of the window does is in window_actions.cpp; pages
// and samples have theirs from their own tables. Keys of a part of a page are listed here, and the part acts
// on them (its …_input.cpp); tests hold that it does.
#include "app/desktop/window/main_window.h"

namespace shardscope::app {
namespace {

constexpr auto kFile = ActionMenu::File;
constexpr auto kEdit = ActionMenu::Edit;
constexpr auto kView = ActionMenu::View;
constexpr auto kHelp = ActionMenu::Help;
constexpr auto kNone = ActionMenu::None;

/// A key that counts in a part of a page.
constexpr ActionRow in(Where where, const char* id, const char* keys, const char* words,
                       const char* gesture = "")
{
    return {id, words, "", keys, kNone, false, where, gesture};
}

} // namespace

std::span<const ActionRow> MainWindow::actionTable()
{
    static constexpr ActionRow kRows[] = {
        {"file.open", QT_TR_NOOP("&Open…"), QT_TR_NOOP("a file, a model, a machine, a plan, a trace"),
         "Ctrl+O", kFile},
        {"file.folder", QT_TR_NOOP("Open a &folder of traces…"), QT_TR_NOOP("ranks"), "", kFile},
        {"file.follow", QT_TR_NOOP("Fo&llow a folder…"), QT_TR_NOOP("a running job, new steps, drift"), "",
         kFile},
        {"file.import", QT_TR_NOOP("&Import a plan…"), QT_TR_NOOP("Megatron-LM, DeepSpeed, NeMo, TorchTitan"),
         "", kFile},
        {"project.open", QT_TR_NOOP("Open a pro&ject…"), "", "", kFile, true},
        {"project.save_as", QT_TR_NOOP("Save the project &as…"), "", "Ctrl+Shift+S", kFile},
        {"project.share", QT_TR_NOOP("S&hare the project…"),
         QT_TR_NOOP("a copy for somebody else, without names of hosts, users and paths"), "", kFile},
        {"plan.save", QT_TR_NOOP("Sa&ve the plan…"), "", "Ctrl+S", kFile, true},
        {"plan.launch", QT_TR_NOOP("&Launch files…"),
         QT_TR_NOOP("export, Slurm, Kubernetes, Megatron-LM, torchtitan, DeepSpeed, NeMo, accelerate"), "",
         kFile},
        {"page.picture", QT_TR_NOOP("Save a &picture…"), QT_TR_NOOP("export, SVG, PDF, PNG"), "Ctrl+E",
         kFile},
        {"report.add", QT_TR_NOOP("Add the page to the &report"), QT_TR_NOOP("slide, present"),
         "Ctrl+Shift+R", kFile},
        {"report.pdf", QT_TR_NOOP("Save the &slides…"), QT_TR_NOOP("report, PDF, HTML, hand out"), "", kFile},
        {"study.memo", QT_TR_NOOP("M&emo…"), QT_TR_NOOP("report of the study, PDF, HTML"), "", kFile},
        {"run.plan", QT_TR_NOOP("Pla&n this run"),
         QT_TR_NOOP("guess model, machine, batch and degrees from the recording"), "", kFile},
        {"run.close", QT_TR_NOOP("&Close the run"), QT_TR_NOOP("trace"), "", kFile},
        {"window.quit", QT_TR_NOOP("&Quit"), QT_TR_NOOP("close, end"), "Ctrl+Q", kFile, true},

        {"edit.undo", QT_TR_NOOP("&Undo"), "", "Ctrl+Z", kEdit},
        {"edit.redo", QT_TR_NOOP("&Redo"), "", "Ctrl+Shift+Z", kEdit},
        {"window.find", QT_TR_NOOP("&Go to or run…"), QT_TR_NOOP("palette, commands, search"),
         "Ctrl+K; Ctrl+Shift+P", kEdit, true},
        {"timeline.search", QT_TR_NOOP("&Find in the timeline"), QT_TR_NOOP("kernel, slice"), "Ctrl+F",
         kEdit},
        {"timeline.filter", QT_TR_NOOP("Filter the &tracks"), "", "Ctrl+P", kEdit},
        {"window.settings", QT_TR_NOOP("&Settings…"),
         QT_TR_NOOP("preferences, options, language, theme, zoom, units, prices, kernels' rules, caches, "
                    "shortcuts"),
         "Ctrl+,", kEdit, true},

        {"view.back", QT_TR_NOOP("&Back"), "", "Alt+Left", kView, true},
        {"view.forward", QT_TR_NOOP("For&ward"), "", "Alt+Right", kView},
        {"view.pane", QT_TR_NOOP("Ne&xt pane"), "", "F6", kView},
        {"view.inspector", QT_TR_NOOP("Inspector"), QT_TR_NOOP("where a number comes from"), "Ctrl+I", kView,
         true},
        {"view.drawer", QT_TR_NOOP("Drawer"), QT_TR_NOOP("tables of the selection"), "Ctrl+B", kView},
        {"timeline.compact", QT_TR_NOOP("&Compact rows"), "", "", kView},
        {"timeline.fold", QT_TR_NOOP("Fold &all groups"), "", "", kView},
        {"timeline.unfold", QT_TR_NOOP("&Open all groups"), "", "", kView},
        {"view.larger", QT_TR_NOOP("Lar&ger"), QT_TR_NOOP("zoom in"), "Ctrl++; Ctrl+=", kView, true},
        {"view.smaller", QT_TR_NOOP("S&maller"), QT_TR_NOOP("zoom out"), "Ctrl+-", kView},
        {"view.actual", QT_TR_NOOP("Act&ual size"), QT_TR_NOOP("zoom 100 %"), "Ctrl+0", kView},
        {"view.full", QT_TR_NOOP("&Full screen"), "", "F11", kView},
        {"lesson.present", QT_TR_NOOP("&Present"),
         QT_TR_NOOP("slides of the report, a lesson, full screen, large type, teach"), "F5", kView},

        {"help.guide", QT_TR_NOOP("&Guide"), QT_TR_NOOP("help, manual, how to, tutorial"), "F1", kHelp},
        {"help.keys", QT_TR_NOOP("&Keyboard shortcuts"), QT_TR_NOOP("keys, help"), "?", kHelp},
        {"help.about", QT_TR_NOOP("&About Shardscope"), QT_TR_NOOP("version, licence"), "", kHelp},

        // Each choice of the settings by its name.
        {"theme.system", QT_TR_NOOP("Theme: as the system"), QT_TR_NOOP("colours"), "", kNone},
        {"theme.light", QT_TR_NOOP("Theme: light"), QT_TR_NOOP("colours"), "", kNone},
        {"theme.dark", QT_TR_NOOP("Theme: dark"), QT_TR_NOOP("colours"), "", kNone},
        {"theme.contrast", QT_TR_NOOP("Theme: high contrast"), QT_TR_NOOP("colours"), "", kNone},
        {"language.en", QT_TR_NOOP("Language: English"), "", "", kNone},
        {"language.ja", QT_TR_NOOP("Language: 日本語"), QT_TR_NOOP("Japanese"), "", kNone},

        in(Where::Timeline, "timeline.in", "W", QT_TR_NOOP("zoom in where the mouse is"),
           QT_TR_NOOP("Ctrl + wheel")),
        in(Where::Timeline, "timeline.out", "S", QT_TR_NOOP("zoom out")),
        in(Where::Timeline, "timeline.left", "A; Left", QT_TR_NOOP("pan left"), QT_TR_NOOP("Shift + drag")),
        in(Where::Timeline, "timeline.right", "D; Right", QT_TR_NOOP("pan right")),
        in(Where::Timeline, "timeline.up", "Up", QT_TR_NOOP("to the tracks above")),
        in(Where::Timeline, "timeline.down", "Down", QT_TR_NOOP("to the tracks below")),
        in(Where::Timeline, "timeline.page_up", "PgUp", QT_TR_NOOP("a screen of tracks up")),
        in(Where::Timeline, "timeline.page_down", "PgDown", QT_TR_NOOP("a screen of tracks down")),
        in(Where::Timeline, "timeline.span", "",
           QT_TR_NOOP("select a span of time on the tracks passed; from the ruler: on all"),
           QT_TR_NOOP("drag")),
        in(Where::Timeline, "timeline.all", "Ctrl+A", QT_TR_NOOP("select all that is seen")),
        in(Where::Timeline, "timeline.focus", "F",
           QT_TR_NOOP("the selection fills the window; again: the whole run")),
        in(Where::Timeline, "timeline.next", ".", QT_TR_NOOP("next slice on the lane")),
        in(Where::Timeline, "timeline.previous", ",", QT_TR_NOOP("previous slice on the lane")),
        in(Where::Timeline, "timeline.below", "J", QT_TR_NOOP("to the slice on the lane below")),
        in(Where::Timeline, "timeline.above", "K", QT_TR_NOOP("to the slice on the lane above")),
        in(Where::Timeline, "timeline.along", "]", QT_TR_NOOP("along an arrow")),
        in(Where::Timeline, "timeline.against", "[", QT_TR_NOOP("back along an arrow")),
        in(Where::Timeline, "timeline.slice_span", "R", QT_TR_NOOP("select the time of the slice")),
        in(Where::Timeline, "timeline.measure", "M",
           QT_TR_NOOP("measure the time of the slice, or the selected time")),
        in(Where::Timeline, "timeline.keep_span", "Shift+M",
           QT_TR_NOOP("keep that time on the run; again: no longer")),
        in(Where::Timeline, "timeline.note", "N", QT_TR_NOOP("write a note on the slice, or on the time"),
           QT_TR_NOOP("click a note")),
        in(Where::Timeline, "timeline.pin", "P",
           QT_TR_NOOP("pin the track of the slice to the top, or let it go")),
        in(Where::Timeline, "timeline.fold_here", "X", QT_TR_NOOP("fold all groups")),
        in(Where::Timeline, "timeline.unfold_here", "Shift+X", QT_TR_NOOP("open all groups")),
        in(Where::Timeline, "timeline.none", "Esc", QT_TR_NOOP("select nothing")),

        in(Where::Schedule, "schedule.in", "W", QT_TR_NOOP("zoom in")),
        in(Where::Schedule, "schedule.out", "S", QT_TR_NOOP("zoom out")),
        in(Where::Schedule, "schedule.left", "A", QT_TR_NOOP("pan left")),
        in(Where::Schedule, "schedule.right", "D", QT_TR_NOOP("pan right")),
        in(Where::Schedule, "schedule.whole", "F", QT_TR_NOOP("the whole step fills the window")),
        in(Where::Schedule, "schedule.play", "Space", QT_TR_NOOP("play, or stop")),
        in(Where::Schedule, "schedule.step", ".", QT_TR_NOOP("to the next moment")),
        in(Where::Schedule, "schedule.step_back", ",", QT_TR_NOOP("to the moment before")),
        in(Where::Schedule, "schedule.begin", "Home", QT_TR_NOOP("to the beginning of the step")),
        in(Where::Schedule, "schedule.end", "End", QT_TR_NOOP("to the end of the step")),
        in(Where::Schedule, "schedule.next", "Right", QT_TR_NOOP("to the next box of the row")),
        in(Where::Schedule, "schedule.previous", "Left", QT_TR_NOOP("to the box before it in the row")),
        in(Where::Schedule, "schedule.below", "Down", QT_TR_NOOP("to the box on the row below")),
        in(Where::Schedule, "schedule.above", "Up", QT_TR_NOOP("to the box on the row above")),
        in(Where::Schedule, "schedule.explain", "Return", QT_TR_NOOP("explain the box")),
        in(Where::Schedule, "schedule.none", "Esc", QT_TR_NOOP("let go of the box")),

        in(Where::Memory, "memory.previous", "Left", QT_TR_NOOP("to the moment before")),
        in(Where::Memory, "memory.next", "Right", QT_TR_NOOP("to the moment after")),
        in(Where::Memory, "memory.first", "Home", QT_TR_NOOP("to the first moment")),
        in(Where::Memory, "memory.last", "End", QT_TR_NOOP("to the last moment")),
        in(Where::Memory, "memory.peak", "P", QT_TR_NOOP("to the peak")),

        in(Where::Plans, "plans.next", "Right; Down", QT_TR_NOOP("to the next plan"),
           QT_TR_NOOP("drag: those within in the table")),
        in(Where::Plans, "plans.previous", "Left; Up", QT_TR_NOOP("to the plan before")),
        in(Where::Plans, "plans.choose", "Return; Space", QT_TR_NOOP("choose the plan")),

        in(Where::Lesson, "lesson.next", "Right; PgDown",
           QT_TR_NOOP("show what happens, or go to the next step")),
        in(Where::Lesson, "lesson.back", "Left; PgUp", QT_TR_NOOP("to the step before")),
        in(Where::Lesson, "lesson.reset", "R", QT_TR_NOOP("the step as it began")),
        in(Where::Lesson, "lesson.play", "Space", QT_TR_NOOP("play the control, or stop")),
        in(Where::Lesson, "lesson.notes", "N", QT_TR_NOOP("show notes for the teacher")),
        in(Where::Lesson, "lesson.close", "Esc", QT_TR_NOOP("to all lessons")),

        in(Where::Slides, "slides.up", "Alt+Up", QT_TR_NOOP("move the slide up"),
           QT_TR_NOOP("drag it to its place")),
        in(Where::Slides, "slides.down", "Alt+Down", QT_TR_NOOP("move the slide down")),
        in(Where::Slides, "slides.remove", "Del", QT_TR_NOOP("remove the slide")),

        in(Where::Presenter, "presenter.next", "Right; PgDown", QT_TR_NOOP("to the next slide"),
           QT_TR_NOOP("click")),
        in(Where::Presenter, "presenter.back", "Left; PgUp", QT_TR_NOOP("to the slide before")),
        in(Where::Presenter, "presenter.first", "Home", QT_TR_NOOP("to the first slide")),
        in(Where::Presenter, "presenter.last", "End", QT_TR_NOOP("to the last slide")),
        in(Where::Presenter, "presenter.play", "Space", QT_TR_NOOP("play what moves, or stop")),
        in(Where::Presenter, "presenter.step", ".", QT_TR_NOOP("to the next moment")),
        in(Where::Presenter, "presenter.step_back", ",", QT_TR_NOOP("to the moment before")),
        in(Where::Presenter, "presenter.spotlight", "S", QT_TR_NOOP("a light around the mouse")),
        in(Where::Presenter, "presenter.laser", "L", QT_TR_NOOP("a pointer in the place of the mouse")),
        in(Where::Presenter, "presenter.in", "+; =", QT_TR_NOOP("zoom in where the mouse is"),
           QT_TR_NOOP("wheel")),
        in(Where::Presenter, "presenter.out", "-", QT_TR_NOOP("zoom out")),
        in(Where::Presenter, "presenter.whole", "0", QT_TR_NOOP("the whole slide")),
        in(Where::Presenter, "presenter.notes", "N", QT_TR_NOOP("notes and clock in a window of their own")),
        in(Where::Presenter, "presenter.close", "Esc", QT_TR_NOOP("end")),

        in(Where::Figures, "figures.next", "Right; Down", QT_TR_NOOP("to the next part")),
        in(Where::Figures, "figures.previous", "Left; Up", QT_TR_NOOP("to the part before")),
        in(Where::Figures, "figures.explain", "Return; Space",
           QT_TR_NOOP("explain the part, as a click does")),
    };
    return kRows;
}

} // namespace shardscope::app
