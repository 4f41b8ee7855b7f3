// SPDX-License-Identifier: GPL-3.0-or-later
// A report's slides as items of a project: what is kept of each comes back from the file, every edit is one
// step, and what changed since is known.
#include "app/session/project/kept_project.h"
#include "app/session/report/slide_plan.h"
#include "app/session/report/slide_steps.h"
#include "core/report/columns.h"
#include "core/storage/item_links.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;
using app::Project;
using app::Slide;
using core::ItemKind;

namespace {

constexpr const char* kBody = R"({"model": "gpt2", "hardware": "dgx-h100", "parallel": {"replica": 8}})";

core::ItemPtr apply(Project& project, std::vector<core::ItemChange> changes)
{
    core::ProjectStep step;
    step.words = "Change";
    step.changes = std::move(changes);
    const auto done = project.apply(std::move(step));
    return done.ok() ? (*done)->changes.back().after : nullptr;
}

core::ItemPtr madePlan(Project& project, const std::string& body = kBody)
{
    return apply(project, {project.made(ItemKind::Plan, project.freshName(ItemKind::Plan, "Plan"), body)});
}

Slide slideOf(const Project& project, const core::ItemPtr& item, const std::string& figure)
{
    Slide slide;
    slide.figure = figure;
    slide.of = item->id;
    slide.subject = app::subjectOf(project, item);
    slide.asOf = "2026-11-29";
    return slide;
}

QStringList figuresOf(const Project& project)
{
    QStringList figures;
    for (const Slide& slide : app::slidesOf(project))
        figures << QString::fromStdString(slide.figure);
    return figures;
}

} // namespace

class TstReport : public QObject {
    Q_OBJECT
private slots:
    void whatIsKeptComesBackFromTheFile()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("r.shardscope")).toStdString();
        std::vector<std::string> kept;
        {
            auto open = app::KeptProject::open(file, app::KeptProject::IfMissing::Make, {});
            QVERIFY(open.ok());
            Project& project = (*open)->project();
            const core::ItemPtr plan = madePlan(project);
            Slide slide = slideOf(project, plan, "plan.step");
            slide.title = "Half of the step is not computing";
            slide.caption = "ステップの半分";
            slide.notes = "Start with the bubble.\nThey know it.";
            slide.marks = {{app::MarkKind::Text, 0.25, 0.5, 0, 0, "here"},
                           {app::MarkKind::Arrow, 0.1, 0.2, 0.75, 0.5, {}},
                           {app::MarkKind::Frame, 0, 0, 1, 1, {}}};
            core::Table table{"t", "Rows", {core::textColumn("a", "A")}, {{std::string("x")}, {{}}}, {}};
            app::KeptPicture picture{"A run", "in a sentence", "run.json", "<svg/>", table};
            QVERIFY(apply(project, app::addedSlides(project, {slide, Slide{}}, {std::nullopt, picture})));
            for (const Slide& one : app::slidesOf(project))
                kept.push_back(app::slideBody(one));
            QVERIFY((*open)->flush().ok());
        }
        auto again = app::KeptProject::open(file, app::KeptProject::IfMissing::Fail, {});
        QVERIFY(again.ok());
        const Project& project = (*again)->project();
        const std::vector<Slide> slides = app::slidesOf(project);
        QCOMPARE(slides.size(), std::size_t{2}); // the picture is no slide
        for (std::size_t at = 0; at < slides.size(); ++at)
            QCOMPARE(app::slideBody(slides[at]), kept[at]);
        QCOMPARE(slides[0].marks.size(), std::size_t{3});
        QCOMPARE(slides[0].marks[0].words, std::string("here"));
        QCOMPARE(slides[0].notes, std::string("Start with the bubble.\nThey know it."));
        QVERIFY(slides[1].picture);
        const app::KeptPicture picture = app::pictureIn(*project.find(*slides[1].picture));
        QCOMPARE(picture.title, std::string("A run"));
        QCOMPARE(picture.svg, std::string("<svg/>"));
        QCOMPARE(picture.table.columns.size(), std::size_t{1});
        QCOMPARE(picture.table.rows.size(), std::size_t{2});
        QVERIFY(std::holds_alternative<std::monostate>(picture.table.rows[1][0]));
    }

    void orderIsChangedAndUndone()
    {
        Project project;
        const core::ItemPtr plan = madePlan(project);
        for (const char* figure : {"plan.memory", "plan.step", "plan.zero"})
            QVERIFY(apply(project, app::addedSlides(project, {slideOf(project, plan, figure)}, {})));
        const QStringList first{QStringLiteral("plan.memory"), QStringLiteral("plan.step"),
                                QStringLiteral("plan.zero")};
        QCOMPARE(figuresOf(project), first);
        QVERIFY(apply(project, app::movedSlide(project, 2, 0)));
        const QStringList moved{QStringLiteral("plan.zero"), QStringLiteral("plan.memory"),
                                QStringLiteral("plan.step")};
        QCOMPARE(figuresOf(project), moved);
        QVERIFY(project.undo());
        QCOMPARE(figuresOf(project), first);
        QVERIFY(project.redo());
        QCOMPARE(figuresOf(project), moved);
        // However often: places come closer to each other until they are counted anew.
        for (int round = 0; round < 150; ++round)
            QVERIFY(apply(project, app::movedSlide(project, 2, 1)));
        QCOMPARE(figuresOf(project), moved);
        QVERIFY(app::movedSlide(project, 0, 3).empty());
        // One that is removed leaves the others, and comes back.
        QVERIFY(!app::removedSlide(project, app::slidesOf(project)[1]).empty());
        static_cast<void>(apply(project, app::removedSlide(project, app::slidesOf(project)[1])));
        QCOMPARE(figuresOf(project).size(), 2);
        QVERIFY(project.undo());
        QCOMPARE(figuresOf(project), moved);
    }

    /// Changes are named by keys, with what they were; what came and went too.
    void changesAreNamed()
    {
        const auto read = [](const char* text) { return *core::parseJsonText(text, "test"); };
        const auto changed =
            app::changedKeys(read(R"({"plan": {"tensor": 4, "rts": 2, "same": "x"}, "entered": 1})"),
                             read(R"({"plan": {"tensor": 8, "same": "x", "phases": 3}, "entered": 1})"));
        QCOMPARE(changed.size(), std::size_t{3});
        QCOMPARE(changed[0].key, std::string("plan.tensor"));
        QCOMPARE(changed[0].before, std::string("4"));
        QCOMPARE(changed[0].now, std::string("8"));
        QCOMPARE(changed[1].now, std::string());
        QCOMPARE(changed[2].before, std::string());
    }

    /// A view has changed with what is open under its name, and not with what is open under another.
    void aViewChangesWithWhatItIsOf()
    {
        const auto read = [](const char* text) { return *core::parseJsonText(text, "test"); };
        Project project;
        Slide slide;
        slide.view = "overview";
        slide.frame = 2;
        slide.subject = read(R"({"of": ["run.json"], "is": {"bytes": 10}})");
        std::vector<std::optional<app::KeptPicture>> pictures;
        pictures.emplace_back(app::KeptPicture{"Title", {}, {}, "<svg/>", {}});
        apply(project, app::addedSlides(project, {slide}, std::move(pictures)));
        const Slide kept = app::slidesOf(project).front();
        QCOMPARE(kept.view, std::string("overview"));
        QCOMPARE(kept.frame, std::optional<std::size_t>(2));
        QCOMPARE(app::sinceView(kept, kept.subject), app::Since::Same);
        QCOMPARE(app::sinceView(kept, read(R"({"of": ["other.json"], "is": {"bytes": 9}})")),
                 app::Since::Same);
        const core::Value now = read(R"({"of": ["run.json"], "is": {"bytes": 12}})");
        QCOMPARE(app::sinceView(kept, now), app::Since::Changed);
        apply(project,
              app::redrawnSlide(project, kept, {"Title", {}, {}, "<svg><g/></svg>", {}}, now, "2026-12-01"));
        const Slide redrawn = app::slidesOf(project).front();
        QCOMPARE(redrawn.asOf, std::string("2026-12-01"));
        QCOMPARE(app::sinceView(redrawn, now), app::Since::Same);
        QCOMPARE(app::pictureIn(*project.find(*redrawn.picture)).svg, std::string("<svg><g/></svg>"));
    }

    void whatChangedSinceIsKnown()
    {
        Project project;
        const core::ItemPtr plan = madePlan(project);
        QVERIFY(apply(project, app::addedSlides(project, {slideOf(project, plan, "plan.step")}, {})));
        const auto slide = [&] { return app::slidesOf(project).front(); };
        QCOMPARE(app::since(project, slide()), app::Since::Same);
        QVERIFY(apply(project,
                      {Project::rewritten(plan, R"({"model": "gpt2", "hardware": "dgx-h100", "parallel": )"
                                                R"({"replica": 4}})")}));
        QCOMPARE(app::since(project, slide()), app::Since::Changed);
        const Slide updated = app::updatedSlide(project, slide(), "2026-11-30");
        QVERIFY(apply(project, app::rewrittenSlide(project, updated)));
        QCOMPARE(app::since(project, slide()), app::Since::Same);
        QCOMPARE(slide().asOf, std::string("2026-11-30"));
        QVERIFY(project.undo());
        QCOMPARE(app::since(project, slide()), app::Since::Changed);
        static_cast<void>(apply(project, {Project::removed(project.find(plan->id))}));
        QCOMPARE(app::since(project, slide()), app::Since::Gone);
        // It still says all that it shows, and nothing of it refers to what is gone.
        QVERIFY(core::linksOf(app::slideBody(slide())).empty());
        const core::Catalog catalog(tests::sourceFile("resources"));
        const auto read = app::slidePlan(catalog, slide().subject, "slide");
        QVERIFY(read.ok());
        QCOMPARE(read->plan.axes.replica, std::int64_t{8});
        QCOMPARE(read->model->name, std::string("gpt2"));
    }

    /// A machine that was edited in the project, and what it was said to cost, are kept with the slide.
    void aSlideHoldsWhatItShows()
    {
        Project project;
        const core::ItemPtr model = apply(
            project,
            {project.made(ItemKind::Model, "mine", R"({"kind": "parameters", "parameters": 7500000000})")});
        QVERIFY(
            apply(project, {project.made(ItemKind::Prices, "entered", R"({"dgx-h100": {"price": "2.5"}})")}));
        const core::ItemPtr plan =
            madePlan(project, R"({"model": ")" + core::referenceTo(model->id) +
                                  R"(", "hardware": "dgx-h100", "devices_held": true, "parallel": {}})");
        const core::Value subject = app::subjectOf(project, plan);
        const core::Catalog catalog(tests::sourceFile("resources"));
        const auto read = app::slidePlan(catalog, subject, "slide");
        QVERIFY(read.ok());
        QCOMPARE(read->model->parametersOnly()->parameters, 7.5e9);
        QVERIFY(read->hardware->price.has_value());
        QVERIFY(subject.find("plan")->find("devices_held") == nullptr);
        QVERIFY(!app::slidePlan(catalog, core::Value::ofMembers({{"model", core::Value::ofText("gpt9")}}),
                                "slide")
                     .ok());
    }

    void whatIsNoSlideIsLeftOut()
    {
        Project project;
        for (const char* body : {"{}", "[1]", "\"text\"", R"({"place": 1, "marks": [{"kind": "star"}, 3]})"})
            QVERIFY(apply(project,
                          {project.made(ItemKind::Slide, project.freshName(ItemKind::Slide, "s"), body)}));
        QCOMPARE(app::slidesOf(project).size(), std::size_t{1});
        QVERIFY(app::slidesOf(project).front().marks.empty());
    }
};

SHARDSCOPE_TEST(TstReport)
#include "tst_report.moc"
