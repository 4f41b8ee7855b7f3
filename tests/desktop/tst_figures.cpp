// SPDX-License-Identifier: GPL-3.0-or-later
// Laws of all figures: what --figures lists can be drawn, at any size, whole, in both languages.
#include "app/desktop/base/language.h"
#include "app/desktop/command/picture_inputs.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/session/text/messages.h"
#include "core/io/value.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QSvgGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace shardscope;

namespace {

QString sample(const char* name)
{
    return QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/") + QString::fromLatin1(name);
}

/// A study that is solved in a moment, with a decision and prices.
QString smallStudy()
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("study.json"));
    QFile file(path);
    if (!file.exists() && file.open(QIODevice::WriteOnly))
        file.write(
            R"({"job": {"model": "gpt2-xl", "tokens": "30B", "global_batch": 512, "sequence_length": 1024,
            "deadline": "20 days", "budget": 20000}, "scenarios": [
            {"name": "sixteen A100", "hardware": "dgx-a100-80g", "devices": 16, "price_per_hour": 2},
            {"name": "sixteen H100", "hardware": "dgx-h100", "devices": 16, "price_per_hour": 3},
            {"name": "a quarter of the network", "hardware": "dgx-h100", "devices": 16, "price_per_hour": 3,
             "changes": {"network": 0.25}}]})");
    return path;
}

/// A command that has what \p kind needs.
app::Options commandFor(const app::FigureKind& kind)
{
    app::Options options;
    options.exportView = QString::fromStdString(kind.name);
    const auto file = [&](const char* name) { options.files << sample(name); };
    switch (kind.need) {
    case app::Need::Recommender: file("dlrm_v2_on_zionex.json"); break;
    case app::Need::Run:
    case app::Need::Overview:
    case app::Need::Analysis: file("h200_dlrm.json.gz"); break;
    case app::Need::Difference:
        file("h200_dlrm.json.gz");
        file("h200_dlrm.json.gz");
        break;
    case app::Need::Memory: file("h200_gpt2_memory.pickle.gz"); break;
    case app::Need::Model:
    case app::Need::Question: options.model = QStringLiteral("bert-large"); break;
    case app::Need::Hardware: options.hardware = QStringLiteral("dgx-h100"); break;
    case app::Need::Study: options.files << smallStudy(); break;
    case app::Need::Search:
    case app::Need::Plans:
    case app::Need::Schedules: file("bert_large_on_ipu_pod16.json"); break;
    default:
        if (kind.name.starts_with("collective.")) { // over two nodes
            options.model = QStringLiteral("gpt2");
            options.hardware = QStringLiteral("dgx-a100-80g");
            options.planOptions = {{"replica", "16"}};
            break;
        }
        if (kind.name == "plan.dispatch") {
            options.model = QStringLiteral("mixtral-8x7b");
            options.hardware = QStringLiteral("dgx-h100");
            options.planOptions = {{"replica", "8"}, {"expert", "8"}, {"expert-imbalance", "1.5"}};
            break;
        }
        file(kind.name == "plan.phases" || kind.name == "plan.streaming"
                 ? "bert_large_phased_on_ipu_pod16.json"
             : kind.name == "plan.heap" ? "zero2_170b_on_400_v100.json"
                                        : "bert_large_on_ipu_pod16.json");
    }
    options.analysis = QStringLiteral("temporal_breakdown");
    return options;
}

/// How much of \p drawing at \p width is not ground, 0 to 1, and how tall it is.
std::pair<double, double> inkOf(const app::Drawing& drawing, double width, app::Scheme scheme)
{
    QImage unseen(1, 1, QImage::Format_RGB32);
    QPainter measuring(&unseen);
    const double height = drawing(measuring, width, app::theme(scheme));
    measuring.end();
    QImage image(qCeil(width), std::max(1, qCeil(height)), QImage::Format_RGB32);
    const QRgb ground = app::theme(scheme).panel.rgb();
    image.fill(ground);
    QPainter painter(&image);
    drawing(painter, width, app::theme(scheme));
    painter.end();
    qint64 ink = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            ink += line[x] != ground ? 1 : 0;
    }
    return {static_cast<double>(ink) / (static_cast<double>(image.width()) * image.height()), height};
}

} // namespace

class TstFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
        for (const app::FigureKind& kind : app::figureKinds()) {
            if (kind.need == app::Need::Query)
                continue;
            const app::Options options = commandFor(kind);
            const QString what = options.files.join(QLatin1Char(' ')) + options.model +
                                 QString::number(static_cast<int>(kind.need));
            if (m_inputs.count(what) == 0) { // many figures of one thing
                auto inputs = app::pictureInputs(m_catalog, options, kind.need);
                QVERIFY2(inputs.ok(), qPrintable(QString::fromStdString(kind.name) + QStringLiteral(": ") +
                                                 (inputs.ok() ? QString() : app::errorText(inputs.error()))));
                m_inputs.emplace(what, std::move(*inputs));
            }
            const auto drawing = kind.draw(m_inputs.at(what).given, {});
            QVERIFY2(drawing.ok() && *drawing,
                     qPrintable(QString::fromStdString(kind.name) + QStringLiteral(": ") +
                                (drawing.ok() ? QStringLiteral("null") : app::errorText(drawing.error()))));
            m_drawings.emplace(kind.name, *drawing);
        }
    }

    void theListIsTheContracts()
    {
        const auto list = core::parseJsonText(app::figuresJson().toStdString(), "figures");
        QVERIFY(list.ok());
        QCOMPARE(list->items.size(), app::figureKinds().size());
        std::set<std::string> names;
        for (const core::Value& one : list->items) {
            for (const char* key : {"name", "title", "page", "needs"})
                QVERIFY2(one.find(key) != nullptr && !one.find(key)->text.empty(), key);
            names.insert(one.find("name")->text);
        }
        QCOMPARE(names.size(), app::figureKinds().size()); // no name twice
        for (const char* wanted : {"plan",
                                   "schedule",
                                   "compare",
                                   "recommender",
                                   "timeline",
                                   "analyses",
                                   "memory",
                                   "search",
                                   "ask",
                                   "overview",
                                   "model",
                                   "plan.memory",
                                   "plan.phases",
                                   "plan.memory_over_step",
                                   "recommender.node",
                                   "search.plans",
                                   "study",
                                   "study.pareto",
                                   "study.tornado",
                                   "compare.waterfall",
                                   "compare.steps"})
            QVERIFY2(names.count(wanted) == 1, wanted);
    }

    void eachIsDrawnAtAnySize_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, drawing] : m_drawings)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void eachIsDrawnAtAnySize()
    {
        QFETCH(QString, name);
        const app::Drawing& drawing = m_drawings.at(name.toStdString());
        for (const auto& [width, scheme] :
             {std::pair(320.0, app::Scheme::Dark), std::pair(640.0, app::Scheme::Print),
              std::pair(960.0, app::Scheme::Contrast), std::pair(1920.0, app::Scheme::Light)}) {
            const auto [ink, height] = inkOf(drawing, width, scheme);
            QVERIFY2(height > 40, qPrintable(QString::number(height)));
            QVERIFY2(ink > 0.004, qPrintable(QStringLiteral("%1 at %2").arg(ink).arg(width)));
        }
    }

    /// In a file of the size of a slide nothing reaches beyond it.
    void eachIsWholeOnASlide_data() { eachIsDrawnAtAnySize_data(); }
    void eachIsWholeOnASlide()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("slide.svg"));
        app::PictureForm form;
        form.size = QSize(1280, 720);
        QVERIFY(app::writePicture(m_drawings.at(name.toStdString()), file, name, form, 960).ok());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&written);
        std::vector<QTransform> placed{QTransform()};
        int texts = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isEndElement() && reader.name() == QLatin1String("g"))
                placed.pop_back();
            if (!reader.isStartElement())
                continue;
            if (reader.name() == QLatin1String("g")) {
                QTransform here = placed.back();
                const QString matrix = reader.attributes().value(QLatin1String("transform")).toString();
                if (matrix.startsWith(QLatin1String("matrix("))) {
                    const QStringList n = matrix.mid(7, matrix.size() - 8).split(QLatin1Char(','));
                    here = QTransform(n[0].toDouble(), n[1].toDouble(), n[2].toDouble(), n[3].toDouble(),
                                      n[4].toDouble(), n[5].toDouble()) *
                           here;
                }
                placed.push_back(here);
            } else if (reader.name() == QLatin1String("text")) {
                ++texts;
                const auto attributes = reader.attributes();
                const QPointF at =
                    placed.back().map(QPointF(attributes.value(QLatin1String("x")).toDouble(),
                                              attributes.value(QLatin1String("y")).toDouble()));
                const QString text = reader.readElementText();
                QVERIFY2(at.x() >= -1 && at.x() <= 1280 && at.y() >= 0 && at.y() <= 721,
                         qPrintable(QStringLiteral("%1 at %2, %3").arg(text).arg(at.x()).arg(at.y())));
            }
        }
        QVERIFY(texts > 0);
    }

    /// What cannot be shown says so and names the command.
    void whatIsNotThereIsSaid()
    {
        const app::FigureKind* kind = app::figureKind(QStringLiteral("plan.phases"));
        QVERIFY(kind != nullptr);
        app::Options options;
        options.exportView = QStringLiteral("plan.phases");
        options.files << sample("bert_large_on_ipu_pod16.json"); // in no phases
        const auto inputs = app::pictureInputs(m_catalog, options, kind->need);
        QVERIFY(inputs.ok());
        const auto drawn = kind->draw(inputs->given, {});
        QVERIFY(!drawn.ok());
        QVERIFY(!app::errorText(drawn.error()).isEmpty());
        for (const app::FigureKind& one : app::figureKinds())
            QVERIFY2(!one.draw({}, {}).ok(), one.name.c_str());
    }

    void bothLanguagesNameEach()
    {
        app::Language language;
        std::map<std::string, QString> english;
        for (const app::FigureKind& kind : app::figureKinds())
            english[kind.name] = kind.title();
        QVERIFY(language.choose(QStringLiteral("ja")));
        for (const app::FigureKind& kind : app::figureKinds())
            QVERIFY2(kind.title() != english[kind.name], kind.name.c_str());
        language.choose(QStringLiteral("en"));
    }

private:
    core::Catalog m_catalog{SHARDSCOPE_SOURCE_DIR "/resources"};
    std::map<QString, app::PictureInputs> m_inputs;
    std::map<std::string, app::Drawing> m_drawings;
};

SHARDSCOPE_TEST(TstFigures)
#include "tst_figures.moc"
