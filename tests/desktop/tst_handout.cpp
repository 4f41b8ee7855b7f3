// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as a file: it parses, asks nobody on a network, has every state of every control, and is worked by
// the keyboard; on paper it has one page for each step.
#include "app/desktop/base/language.h"
#include "app/desktop/pages/learn/handout.h"
#include "app/desktop/theme/theme.h"
#include "app/session/lesson/lesson_plan.h"
#include "app/session/lesson/lesson_shelf.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <set>

using namespace shardscope;

namespace {

/// A step as the file has it.
struct HandedStep {
    std::set<QString> states; ///< "choice-revealed"
    int pictures = 0;
    int refusals = 0;
    QStringList choices;
    bool tells = false;
};

struct Handed {
    QString language;
    QString error; ///< of the parser; empty: none
    std::vector<HandedStep> steps;
    QStringList sources; ///< of what is drawn
    std::set<QString> elements;
    QStringList twice; ///< states that are there twice
};

Handed readHandout(const QByteArray& text)
{
    Handed handed;
    QXmlStreamReader reader(text);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QString name = reader.name().toString();
        const auto value = [&](const char* key) {
            return reader.attributes().value(QLatin1String(key)).toString();
        };
        handed.elements.insert(name);
        if (name == QLatin1String("html"))
            handed.language = value("lang");
        else if (name == QLatin1String("section"))
            handed.steps.emplace_back();
        else if (name == QLatin1String("img")) {
            handed.sources << value("src").left(26);
            handed.steps.back().pictures += value("alt").isEmpty() ? 0 : 1;
        } else if (name == QLatin1String("button")) {
            handed.steps.back().choices << value("data-choice");
        } else if (name == QLatin1String("details")) {
            handed.steps.back().tells = true;
        } else if (value("class") == QLatin1String("bad")) {
            ++handed.steps.back().refusals;
        } else if (value("class") == QLatin1String("state")) {
            if (!handed.steps.back().states.insert(value("data-at")).second)
                handed.twice << value("data-at");
        }
    }
    if (reader.hasError())
        handed.error =
            reader.errorString() + QStringLiteral(" in line ") + QString::number(reader.lineNumber());
    return handed;
}

} // namespace

class TstHandout : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
    }

    void itWorksWithoutTheProgram_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "ja"}) {
            for (const char* file : {"tests/data/lessons/two_gpus.yaml", "resources/lessons/zero.yaml",
                                     "resources/lessons/ring.yaml"})
                QTest::addRow("%s in %s", file, language)
                    << QString::fromStdString(tests::sourceFile(file)) << QString::fromLatin1(language);
        }
    }
    void itWorksWithoutTheProgram()
    {
        QFETCH(QString, file);
        QFETCH(QString, language);
        app::Language chosen;
        QVERIFY(chosen.choose(language));
        const auto lesson = app::readLesson(file.toStdString());
        QVERIFY(lesson.ok());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lesson.html"));
        QVERIFY(app::writeHandout(m_catalog, *lesson, path).ok());
        QFile written(path);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        const Handed handed = readHandout(text);
        QVERIFY2(handed.error.isEmpty(), qPrintable(handed.error));
        QCOMPARE(handed.language, language);
        QVERIFY(handed.twice.isEmpty());
        QVERIFY(QString::fromUtf8(text).contains(lesson->title.in(language).toHtmlEscaped()));

        // Nobody is asked: pictures lie in it, nothing is loaded.
        for (const QString& source : handed.sources)
            QCOMPARE(source, QStringLiteral("data:image/svg+xml;base64,"));
        for (const char* element : {"link", "iframe", "object", "embed", "a", "form"})
            QVERIFY2(handed.elements.count(QString::fromLatin1(element)) == 0, element);
        for (const char* call : {"fetch(", "XMLHttpRequest", "import ", "url(", "src=\"http", "@import"})
            QVERIFY2(!text.contains(call), call);

        // The keyboard works it all: each control is a button or a summary, which browsers focus and press,
        // and arrows go along a control.
        QVERIFY(!text.contains("tabindex"));
        QVERIFY(!text.contains("<div onclick") && !text.contains("<span onclick"));
        QVERIFY(text.contains("ArrowRight") && text.contains("ArrowLeft") && text.contains("aria-pressed"));
        QVERIFY(handed.elements.count(QStringLiteral("input")) == 0);

        std::size_t at = 0;
        for (const app::LessonStep& step : lesson->steps) {
            if (step.yours)
                continue;
            QVERIFY(at < handed.steps.size());
            const HandedStep& shown = handed.steps[at++];
            const std::size_t choices = step.control ? step.control->choices.size() : 1;
            QCOMPARE(static_cast<std::size_t>(shown.choices.size()), step.control ? choices : 0);
            QCOMPARE(shown.tells, !step.reveal.empty());
            for (std::size_t choice = 0; choice < choices; ++choice) {
                const QString before = QStringLiteral("%1-0").arg(choice);
                const QString after = QStringLiteral("%1-1").arg(choice);
                QVERIFY2(shown.states.count(before) == 1, qPrintable(before));
                const bool changes = !step.reveal.empty() &&
                                     (planAt(step, {choice, true}) != planAt(step, {choice, false}) ||
                                      figureAt(step, {choice, true}) != figureAt(step, {choice, false}) ||
                                      !step.hidden.empty());
                QCOMPARE(shown.states.count(after), std::size_t{changes ? 1U : 0U});
            }
            // Each state shows a picture, or says why there is none.
            QVERIFY(shown.pictures + shown.refusals >= static_cast<int>(shown.states.size()));
        }
        QCOMPARE(at, handed.steps.size());
        chosen.choose(QStringLiteral("en"));
    }

    void onPaperItHasAPageAStep()
    {
        const auto lesson = app::readLesson(tests::sourceFile("tests/data/lessons/two_gpus.yaml"));
        QVERIFY(lesson.ok());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lesson.pdf"));
        QVERIFY(app::writeHandout(m_catalog, *lesson, path).ok());
        QFile written(path);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        static const QRegularExpression page(QStringLiteral("/Type\\s*/Page[^s]"));
        auto found = page.globalMatch(QString::fromLatin1(bytes));
        int pages = 0;
        for (; found.hasNext(); found.next())
            ++pages;
        QCOMPARE(pages, 3); // without "with your model"
    }

    void whereItCannotBeWrittenIsSaid()
    {
        const auto lesson = app::readLesson(tests::sourceFile("tests/data/lessons/two_gpus.yaml"));
        QVERIFY(!app::writeHandout(m_catalog, *lesson, QStringLiteral("/nowhere/at/all.html")).ok());
        QVERIFY(!app::writeHandout(m_catalog, *lesson, QStringLiteral("/nowhere/at/all.pdf")).ok());
    }

private:
    core::Catalog m_catalog{SHARDSCOPE_SOURCE_DIR "/resources"};
};

SHARDSCOPE_TEST(TstHandout)
#include "tst_handout.moc"
