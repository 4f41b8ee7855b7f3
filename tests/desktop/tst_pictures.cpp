// SPDX-License-Identifier: GPL-3.0-or-later
// Options, and pictures in all three forms.
#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/command/options.h"
#include "app/desktop/export/picture.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/plan/commands.h"
#include "tests/desktop/sample_runs.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace shardscope;

class TstPictures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        auto result =
            app::evaluatePlan(catalog, {"bert-large", "ipu-pod16", {}, {{"pipeline", "4"}, {"replica", "4"}}})
                .value();
        m_state.model = std::make_shared<const core::ModelSpec>(result.model);
        m_state.hardware = std::make_shared<const core::HardwareSpec>(result.hardware);
        m_state.plan = result.evaluation.plan;
        m_evaluation = std::make_shared<const core::Evaluation>(std::move(result.evaluation));
    }
    void picturesAreWritten_data()
    {
        QTest::addColumn<bool>("plan");
        QTest::addColumn<QString>("suffix");
        for (const bool plan : {true, false}) {
            for (const char* suffix : {"svg", "png", "pdf"})
                QTest::addRow("%s %s", plan ? "plan" : "timeline", suffix) << plan << suffix;
        }
    }
    void picturesAreWritten()
    {
        QFETCH(bool, plan);
        QFETCH(QString, suffix);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("picture.") + suffix);
        const app::Drawing drawing =
            plan ? app::planDrawing(m_state, m_evaluation) : app::timelineDrawing(tests::smallRun());
        app::PictureForm form;
        form.scale = 2;
        QVERIFY(app::writePicture(drawing, file, QStringLiteral("title"), form, 900).ok());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.size() > 2000);
        if (suffix == QLatin1String("png")) {
            QCOMPARE(QImage::fromData(bytes).width(), 1800);
        } else if (suffix == QLatin1String("pdf")) {
            QVERIFY(bytes.startsWith("%PDF"));
        } else {
            QVERIFY(QSvgRenderer(bytes).isValid());
            QVERIFY(!bytes.contains("url(#fillpattern")); // drawn black by some readers
            const QByteArray seen = plan ? QByteArrayLiteral("BERT") : QByteArrayLiteral("small run");
            QVERIFY(bytes.contains("<text") && bytes.contains(seen) && bytes.contains("Shardscope"));
        }
    }
    /// A picture leaves nothing to point at: how sure the step is, by which calibration, and what is outside.
    void picturesSayHowSureTheyAre()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto planned = app::evaluatePlan(
            catalog, {"megatron-22b",
                      "dgx-a100-80g",
                      {},
                      {{"tensor", "8"}, {"sequence-length", "1024"}, {"attention", "eager"}}});
        QVERIFY(planned.ok());
        app::PlanState state;
        state.model = std::make_shared<const core::ModelSpec>(planned->model);
        state.hardware = std::make_shared<const core::HardwareSpec>(planned->hardware);
        state.plan = planned->evaluation.plan;
        const auto evaluation = std::make_shared<const core::Evaluation>(planned->evaluation);
        const app::PredictedInterval sure =
            app::stepInterval(planned->model, planned->hardware, planned->evaluation);
        QVERIFY(!sure.calibration.empty() && !sure.outside.empty());
        const app::ShownPlan shown{QStringLiteral("mine"), {}, evaluation, {}, false, sure};
        const core::Table table = app::plansTable({shown});
        const auto cell = [&](const char* key) { return table.rows.front().at(*table.columnIndex(key)); };
        QVERIFY(cell("low_seconds") == core::Cell(sure.interval.low));
        QVERIFY(cell("high_seconds") == core::Cell(sure.interval.high));
        QVERIFY(cell("calibration") == core::Cell(sure.calibration));
        QVERIFY(cell("outside_calibration") != core::Cell());
        const QTemporaryDir folder;
        for (const app::Drawing& drawing :
             {app::planDrawing(state, evaluation), app::plansDrawing(state, {shown})}) {
            const QString file = folder.filePath(QStringLiteral("picture.svg"));
            QVERIFY(app::writePicture(drawing, file, {}, {}, app::kPlanWidth).ok());
            QFile written(file);
            QVERIFY(written.open(QIODevice::ReadOnly));
            QString text; // a paragraph is an element a line
            QXmlStreamReader reader(&written);
            while (!reader.atEnd()) {
                if (reader.readNext() == QXmlStreamReader::Characters && !reader.isWhitespace())
                    text += reader.text().toString().trimmed() + QLatin1Char(' ');
            }
            const int digits = app::stepDigits(*state.model, *state.hardware, *evaluation);
            QStringList wanted{QStringLiteral("80 %"),
                               app::spanString(app::toDigits(sure.interval.low, core::kSecond, digits),
                                               app::toDigits(sure.interval.high, core::kSecond, digits),
                                               core::kSecond),
                               QString::fromStdString(sure.calibration)};
            for (const std::string& one : sure.outside)
                wanted << QString::fromStdString(one);
            for (const QString& words : wanted)
                QVERIFY2(text.contains(words), qPrintable(words + QStringLiteral(" is not in ") + text));
        }
    }
    void outlinesNeedNoFont()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("picture.svg"));
        app::PictureForm form;
        form.outlines = true;
        QVERIFY(app::writePicture(app::planDrawing(m_state, m_evaluation), file, {}, form, 900).ok());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(!bytes.contains("<text"));
        QVERIFY(bytes.contains("aria-label=\"BERT"));
        QXmlStreamReader reader(bytes);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }
    void vectorFilesAreCapped()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("long.svg"));
        QVERIFY(app::writePicture(app::timelineDrawing(tests::longRun(100'000)), file, {}, {}, 1600).ok());
        QVERIFY(QFileInfo(file).size() < 4'000'000);
    }
    /// A picture holds all of it, the last word too, in whatever height it is asked for.
    void nothingIsCutOff()
    {
        const QTemporaryDir folder;
        const app::Drawing drawing = app::timelineDrawing(tests::manyRanks(4));
        const auto written = [&](int height) {
            const QString file = folder.filePath(QString::number(height) + QStringLiteral(".svg"));
            app::PictureForm form;
            form.size = QSize(900, height);
            const bool done = app::writePicture(drawing, file, {}, form, 1600).ok();
            QFile picture(file);
            return done && picture.open(QIODevice::ReadOnly) ? picture.readAll() : QByteArray();
        };
        const QByteArray whole = written(0); // as tall as it is
        for (const int height : {60, 200, 540, 3000}) {
            QByteArray picture = written(height);
            QVERIFY(picture.count("<text") >= whole.count("<text")); // smaller type has room for more
            QImage drawn(900, height, QImage::Format_RGB32);
            drawn.fill(Qt::white);
            QPainter painter(&drawn);
            QSvgRenderer(picture).render(&painter, QRectF(0, 0, 900, height));
            painter.end();
            for (int x = 0; x < drawn.width(); ++x) // nothing runs into the edge
                QCOMPARE(drawn.pixel(x, height - 1), drawn.pixel(0, height - 1));
        }
    }
    void rowsThatASheetCannotHoldAreCounted()
    {
        const QTemporaryDir folder;
        const auto written = [&](int ranks) {
            const QString file = folder.filePath(QString::number(ranks) + QStringLiteral(".svg"));
            const app::Drawing drawing = app::timelineDrawing(tests::manyRanks(ranks));
            const bool done = app::writePicture(drawing, file, {}, {}, 1600).ok();
            QFile picture(file);
            return done && picture.open(QIODevice::ReadOnly) ? picture.readAll() : QByteArray();
        };
        QVERIFY(!written(4).contains("below are not drawn"));
        QVERIFY(written(200).contains("below are not drawn"));
    }
    void unknownFormsAndFoldersAreTold()
    {
        const app::Drawing drawing = app::planDrawing(m_state, m_evaluation);
        const auto unknown = app::writePicture(drawing, QStringLiteral("x.bmp"), {}, {}, 400);
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, core::ErrorCode::UnknownValue);
        const auto nowhere = app::writePicture(drawing, QStringLiteral("/nowhere/at/all/x.png"), {}, {}, 400);
        QVERIFY(!nowhere.ok());
        QCOMPARE(nowhere.error().code, core::ErrorCode::FileUnwritable);
    }
    void optionsAreRead()
    {
        const auto asked = app::parseOptions(
            {"shardscope", "--export",  "plan",     "--out",  "x.svg",        "--model", "bert-large",
             "--hardware", "ipu-pod16", "--tensor", "2",      "--zero-stage", "1",       "--language",
             "ja",         "--theme",   "dark",     "--size", "800x600",      "--scale", "2",
             "--trace",    "a.json",    "--trace",  "b.json", "c.json"});
        QVERIFY(asked.ok());
        const app::Options& options = *asked->options;
        QVERIFY(options.exports() && options.namesPlan());
        QCOMPARE(options.size, QSize(800, 600));
        QCOMPARE(options.traces.size(), 2);
        QCOMPARE(options.files, QStringList{QStringLiteral("c.json")});
        QCOMPARE(options.planOptions.size(), std::size_t{2});
        QCOMPARE(options.theme.value(), app::SchemeChoice::Dark);
    }
    void badOptionsAreTold_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("hint");
        QTest::newRow("unknown") << QStringList{"--langage", "ja"} << "language";
        QTest::newRow("language") << QStringList{"--language", "fr"} << "en, ja";
        QTest::newRow("theme") << QStringList{"--theme", "drak"} << "dark";
        QTest::newRow("view") << QStringList{"--export", "plam", "--out", "x.svg"} << "plan";
        QTest::newRow("no file") << QStringList{"--export", "plan"} << "--out";
        QTest::newRow("size") << QStringList{"--size", "big"} << "1600x900";
        QTest::newRow("scale") << QStringList{"--scale", "9"} << "4";
        QTest::newRow("scale nan") << QStringList{"--scale", "nan"} << "4";
    }
    void badOptionsAreTold()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, hint);
        const auto asked = app::parseOptions(QStringList{QStringLiteral("shardscope")} + arguments);
        QVERIFY(!asked.ok());
        QStringList args;
        for (const std::string& arg : asked.error().args)
            args << QString::fromStdString(arg);
        QVERIFY2(args.join(QLatin1Char('|')).contains(hint), qPrintable(args.join(QLatin1Char('|'))));
    }
    /// "shardscope llama-3-8b 64xH100 run.json": what is no file is looked up in the catalogue.
    void wordsMayNameAModelAndAMachine()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        app::Options options;
        options.files = QStringList{"llama-3-8b", "64xH100",
                                    QStringLiteral(SHARDSCOPE_SOURCE_DIR "/README.md"), "no such"};
        nameFromCatalog(options, catalog);
        QCOMPARE(options.model, QStringLiteral("llama-3-8b"));
        QCOMPARE(options.hardware, QStringLiteral("dgx-h100"));
        QCOMPARE(options.planOptions.size(), std::size_t{1});
        QCOMPARE(options.planOptions[0].second, std::string("64"));
        QCOMPARE(options.files, (QStringList{QStringLiteral(SHARDSCOPE_SOURCE_DIR "/README.md"), "no such"}));
    }
    void helpNamesTheOptions()
    {
        const auto asked = app::parseOptions({"shardscope", "--help"});
        QVERIFY(asked.ok() && !asked->options);
        QVERIFY(asked->text.contains(QLatin1String("--export")));
    }
    void japaneseIsComplete()
    {
        QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/i18n/shardscope_ja.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(!text.contains("type=\"unfinished\""));
        QVERIFY(text.count("<translation") > 300);
        app::Language language;
        QVERIFY(language.choose(QStringLiteral("ja")));
        QCOMPARE(QCoreApplication::translate("Source", "weights"), QStringLiteral("重み"));
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"),
                 QStringLiteral("キャンセル")); // Qt's own
        QVERIFY(!language.choose(QStringLiteral("tlh")));
        QCOMPARE(language.current(), QStringLiteral("ja"));
        language.choose(QStringLiteral("en"));
    }

private:
    app::PlanState m_state;
    std::shared_ptr<const core::Evaluation> m_evaluation;
};

SHARDSCOPE_TEST(TstPictures)
#include "tst_pictures.moc"
