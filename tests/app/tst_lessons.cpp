// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: what is wrong in a file is told with its place, and all that the shipped ones say is so.
#include "app/session/lesson/lesson_answers.h"
#include "app/session/lesson/lesson_check.h"
#include "app/session/lesson/lesson_plan.h"
#include "app/session/lesson/lesson_shelf.h"
#include "app/session/text/messages.h"
#include "core/io/text_file.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& shipped()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

QString sampleText()
{
    const auto text = core::readTextFile(SHARDSCOPE_SOURCE_DIR "/tests/data/lessons/two_gpus.yaml");
    return QString::fromStdString(*text);
}

core::Result<Lesson> lessonOf(const QString& text)
{
    const auto documents = core::parseYamlText(text.toStdString(), "two_gpus.yaml");
    return readLesson(documents->front(), "two_gpus.yaml");
}

} // namespace

class TstLessons : public QObject {
    Q_OBJECT
private slots:
    void everyShippedLessonIsSo_data()
    {
        QTest::addColumn<QString>("file");
        const auto files = lessonFiles(shippedFolder(shipped()));
        QVERIFY(files.size() >= 6);
        for (const auto& file : files)
            QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.string());
    }
    void everyShippedLessonIsSo()
    {
        QFETCH(QString, file);
        const CheckedLesson checked = checkLesson(shipped(), file.toStdString());
        QStringList told;
        for (const core::Error& problem : checked.problems)
            told << errorText(problem);
        QVERIFY2(told.isEmpty(), qPrintable(told.join('\n')));
        QVERIFY(checked.steps >= 4);
        QVERIFY(checked.steps <= 8);
        QVERIFY2(checked.assertions >= 3, "a lesson rests on figures");
    }

    void theLessonOfTheManualPasses()
    {
        const auto file = SHARDSCOPE_SOURCE_DIR "/tests/data/lessons/two_gpus.yaml";
        const CheckedLesson checked = checkLesson(shipped(), file);
        QStringList told;
        for (const core::Error& problem : checked.problems)
            told << errorText(problem);
        QVERIFY2(told.isEmpty(), qPrintable(told.join('\n')));
        QCOMPARE(checked.steps, std::size_t{4});
        // What docs/lessons.md shows is this very file.
        const auto manual = core::readTextFile(SHARDSCOPE_SOURCE_DIR "/docs/lessons.md");
        QVERIFY(QString::fromStdString(*manual).contains(sampleText()));
    }

    void whatIsWrongIsToldWithItsPlace_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("no Japanese")
            << R"(goal: {en: "See what a second GPU is worth.", ja: "2台目のGPUの価値を見ます。"})"
            << R"(goal: {en: "See what a second GPU is worth."})"
            << "/goal";
        QTest::newRow("four sentences") << R"(en: "GPT-2 on one GPU.")"
                                        << R"(en: "One. Two. Three! Four?")"
                                        << "/steps/0/caption";
        QTest::newRow("four sentences in Japanese") << R"(ja: "1台のGPUで動くGPT-2です。")"
                                                    << R"(ja: "一つ。二つ。三つ。四つ。")"
                                                    << "/steps/0/caption";
        QTest::newRow("figure") << "figure: plan.step"
                                << "figure: plan.stp"
                                << "/steps/1/figure";
        QTest::newRow("key") << "kind: choice"
                             << "kind: choise"
                             << "/steps/1/question/kind";
        QTest::newRow("nothing right") << ", right: true"
                                       << ""
                                       << "/steps/1/question/answers";
        QTest::newRow("start") << "values: [1, 2, 4]"
                               << "values: [1, 2, 4], start: 3"
                               << "/steps/1/control/start";
        QTest::newRow("one value") << "values: [1, 2, 4]"
                                   << "values: [1]"
                                   << "/steps/1/control";
        QTest::newRow("failure of no value") << "{value: 8, says"
                                             << "{value: 9, says"
                                             << "/steps/2/fails/0/value";
        QTest::newRow("misspelt") << "minutes: 3"
                                  << "minuts: 3"
                                  << "/minuts";
    }
    void whatIsWrongIsToldWithItsPlace()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, pointer);
        QString text = sampleText();
        QVERIFY(text.contains(from));
        text.replace(from, to);
        const auto lesson = lessonOf(text);
        QVERIFY(!lesson.ok());
        QCOMPARE(QString::fromStdString(lesson.error().place.jsonPointer), pointer);
        QCOMPARE(lesson.error().place.file, std::string("two_gpus.yaml"));
    }

    void aMissingLanguageIsNamed()
    {
        QString text = sampleText();
        text.replace(QStringLiteral(R"(, ja: "GPUは2台か1台か")"), QString());
        const auto lesson = lessonOf(text);
        QVERIFY(!lesson.ok());
        QCOMPARE(lesson.error().code, core::ErrorCode::MissingKey);
        QCOMPARE(lesson.error().args.front(), std::string("ja"));
        QCOMPARE(lesson.error().place.jsonPointer, std::string("/title"));
    }

    void whatIsNotSoIsToldWithItsPlace_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("told");
        QTest::newRow("number") << "is: 1}"
                                << "is: 2}"
                                << "/steps/0/assert/0"
                                << "plan/hardware/devices is 1, not 2";
        QTest::newRow("bound") << "at_least: 1.6"
                               << "at_least: 3"
                               << "/steps/1/assert/0"
                               << "not ≥ 3";
        QTest::newRow("name") << "plan/hardware/devices"
                              << "plan/hardware/devises"
                              << "/steps/0/assert/0/quantity"
                              << "devices";
        QTest::newRow("sentence") << "there are 16"
                                  << "there are 17"
                                  << "/steps/2/fails/0"
                                  << "there are 16";
        QTest::newRow("model") << "model: gpt2,"
                               << "model: gtp2,"
                               << "/steps/0"
                               << "gpt2";
        QTest::newRow("value") << "values: [1, 2, 4]"
                               << "values: [1, 2, many]"
                               << "/steps/1/control/values/2"
                               << "whole number";
    }
    void whatIsNotSoIsToldWithItsPlace()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, pointer);
        QFETCH(QString, told);
        QString text = sampleText();
        QVERIFY(text.contains(from));
        text.replace(from, to);
        const auto lesson = lessonOf(text);
        QVERIFY2(lesson.ok(), lesson.ok() ? "" : qPrintable(errorText(lesson.error())));
        const CheckedLesson checked = checkLesson(shipped(), *lesson);
        QVERIFY(!checked.problems.empty());
        const core::Error& problem = checked.problems.front();
        QCOMPARE(QString::fromStdString(problem.place.jsonPointer), pointer);
        QCOMPARE(problem.place.file, std::string("two_gpus.yaml"));
        QVERIFY2(sentence(problem).contains(told), qPrintable(sentence(problem)));
    }

    void sentencesAreCounted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("none") << "" << 0;
        QTest::newRow("no mark") << "a word" << 1;
        QTest::newRow("a number") << "It is 1.5 times. So." << 2;
        QTest::newRow("Japanese") << "1.5倍です。本当です。" << 2;
        QTest::newRow("dots") << "What...? Yes." << 2;
    }
    void sentencesAreCounted()
    {
        QFETCH(QString, text);
        QFETCH(int, count);
        QCOMPARE(sentencesIn(text), count);
    }

    void placesAreRead()
    {
        QCOMPARE(lessonPlace("zero")->step, std::size_t{0});
        QCOMPARE(lessonPlace("zero:3")->step, std::size_t{2});
        QCOMPARE(lessonPlace("zero:3")->lesson, std::string("zero"));
        QVERIFY(!lessonPlace("zero:0").ok());
        QVERIFY(!lessonPlace("zero:x").ok());
        QCOMPARE(findLesson(shipped(), "zer").error().args[1], std::string("zero"));
    }

    /// What is told to the figure is no key of the plan.
    void keysOfTheFigureAreNotThePlans()
    {
        const LessonPlan plan{{"model", "gpt2"},     {"frame", "3"}, {"slow", "stage 2=1.4, pipeline=2"},
                              {"analysis", "steps"}, {"trace", ""},  {"replica", "4"}};
        QCOMPARE(frameOf(plan), std::optional<std::size_t>(3));
        QCOMPARE(slowOf(plan), (std::vector<std::string>{"stage 2=1.4", "pipeline=2"}));
        QCOMPARE(analysisOf(plan), std::string("steps"));
        QCOMPARE(requestOf(plan).options, (LessonPlan{{"replica", "4"}}));
        QVERIFY(!frameOf({{"frame", "-1"}}) && !frameOf({{"frame", "all"}}) && !frameOf({}));
        QVERIFY(slowOf({}).empty());
        LessonControl control;
        for (const char* key : {"frame", "slow", "analysis", "trace", "figure"}) {
            control.key = key;
            QVERIFY(!isOfPlan(control));
        }
        control.key = "replica";
        QVERIFY(isOfPlan(control));
    }

    /// A lesson names its recording from where it lies; it is analysed in the place of the plan's steps.
    void aRecordingIsRead()
    {
        const auto trace = findLesson(shipped(), "trace");
        QVERIFY(trace.ok());
        const LessonPlan& plan = trace->steps.front().plan;
        QCOMPARE(std::filesystem::path(traceOf(plan)).filename().string(), std::string("ddp4_straggler"));
        QVERIFY(std::filesystem::is_directory(traceOf(plan)));
        QVERIFY(requestOf(plan).model.empty()); // nothing of a plan is asked
        std::uintmax_t bytes = 0;
        for (const auto& file : std::filesystem::directory_iterator(traceOf(plan)))
            bytes += file.file_size();
        QVERIFY(bytes > 0 && bytes < 200 * 1024);
        LessonAnswers answers(shipped());
        const auto answer = [&](const char* what) { return answers.value(LessonQuantity{what, {}}, plan); };
        QCOMPARE(answer("stragglers/findings/0/key")->text, std::string("slow_rank.computes"));
        const auto slow = answer("temporal_breakdown/temporal_breakdown[rank=2]/compute_ns");
        const auto usual = answer("temporal_breakdown/temporal_breakdown[rank=0]/compute_ns");
        QVERIFY(slow.ok() && usual.ok() && slow->real > 1.5 * usual->real);
        QVERIFY(
            !answers.value(LessonQuantity{"stragglers/findings/0/key", {}}, {{"trace", "/no/such"}}).ok());
    }

    /// Chunks, slices, searches and analyses are asked by their names.
    void theEnginesAnswerByName()
    {
        LessonAnswers answers(shipped());
        const LessonPlan plan{{"model", "gpt2"}, {"hardware", "dgx-a100-80g"}, {"replica", "4"}};
        QCOMPARE(answers.value(LessonQuantity{"ring/collective/0/steps", {}}, plan)->integer,
                 std::int64_t{6});
        QCOMPARE(answers.value(LessonQuantity{"slices/slices[tensor=weights]/cut", {}}, plan)->integer,
                 std::int64_t{1});
        const auto price =
            answers.value(LessonQuantity{"plan/communication[group=replica]/seconds", {}}, plan);
        QVERIFY(price.ok());
        double sum = 0;
        for (int step = 0; step < 6; ++step)
            sum +=
                answers
                    .value(LessonQuantity{"ring/collective_steps/" + std::to_string(step) + "/seconds", {}},
                           plan)
                    ->real;
        const auto ring = answers.value(LessonQuantity{"ring/collective/0/seconds", {}}, plan);
        QVERIFY(std::abs(sum / ring->real - 1) < 1e-9);
        QVERIFY(!answers.value(LessonQuantity{"rings/collective", {}}, plan).ok());
    }

    void aPlanIsLaidOverAnother()
    {
        const LessonPlan plan =
            laidOver({{"gpus", "8"}, {"tensor", "1"}}, {{"replica", "4"}, {"tensor", "2"}});
        QCOMPARE(plan, (LessonPlan{{"replica", "4"}, {"tensor", "2"}}));
    }
};

SHARDSCOPE_TEST(TstLessons)
#include "tst_lessons.moc"
