// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of the layout of every page, over language × scheme × size × content, each pair of which
// is met, and at twice the size in a small window.
#include "app/desktop/pages/page.h"
#include "tests/desktop/layout_probe.h"
#include "tests/desktop/open_window.h"
#include "tests/support/test_registry.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace shardscope;

namespace {

const QString kPlan = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/gpt3_175b_on_ipu_pod256.json");
const QString kLarge = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/dlrm_12t_on_zionex.json");
const QString kTrace = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");

struct Surroundings {
    const char* language;
    app::SchemeChoice scheme;
    QSize size;
    const char* content;
    double zoom = 1;
};
using enum app::SchemeChoice;
constexpr QSize kSmall(1280, 800), kUsual(1440, 900), kWide(1920, 1200), kLeast(1024, 640);
/// Each language with each scheme, size and content; each scheme with each size and content; each size with
/// each content.
constexpr Surroundings kRows[] = {
    {"en", Light, kUsual, "empty"},    {"ja", Dark, kUsual, "sample"},
    {"en", Contrast, kUsual, "large"}, {"ja", Light, kSmall, "sample"},
    {"en", Dark, kSmall, "large"},     {"ja", Contrast, kSmall, "empty"},
    {"en", Light, kWide, "large"},     {"ja", Dark, kWide, "empty"},
    {"en", Contrast, kWide, "sample"}, {"en", Light, kLeast, "sample"},
    {"ja", Contrast, kLeast, "large"}, {"en", Dark, kSmall, "sample", 2},
    {"ja", Light, kSmall, "large", 2}, {"en", Contrast, kSmall, "empty", 2},
};

QStringList faultsOf(app::MainWindow& window, const app::PageRow& page, const Surroundings& in)
{
    window.showPage(page.key);
    QTest::qWait(30);
    const auto idle = [&] { return window.workbench().jobs().idle(); };
    if (!QTest::qWaitFor(idle, 120'000))
        return {QLatin1String(page.key) + QStringLiteral(" does not come to rest")};
    QTest::qWait(30);
    app::Page* shown = nullptr;
    for (app::Page* one : window.findChildren<app::Page*>()) {
        if (one->isVisible() && !shown)
            shown = one;
    }
    if (!shown)
        return {QLatin1String(page.key) + QStringLiteral(" is not shown")};
    // What came last may not be laid out yet: a fault is what stays.
    constexpr int kPatienceMs = 5'000;
    static_cast<void>(QTest::qWaitFor(
        [&] { return tests::scrollsInScrolls(*shown).isEmpty() && tests::overlaps(*shown).isEmpty(); },
        kPatienceMs));
    const QString where =
        QStringLiteral("%1 %2 %3 %4x%5 zoom %6: ")
            .arg(QLatin1String(page.key), QLatin1String(in.content), QLatin1String(in.language))
            .arg(in.size.width())
            .arg(in.size.height())
            .arg(in.zoom);
    if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
        shown->grab().save(
            QStringLiteral("%1/%2.png").arg(folder, where.left(where.size() - 2).replace(u' ', u'_')));
    QStringList faults;
    const auto tell = [&](const char* kind, const QStringList& found) {
        for (const QString& one : found)
            faults << where + QLatin1String(kind) + QStringLiteral(": ") + one;
    };
    const app::Theme& theme = app::themeOf(shown);
    tell("scrolls inside what scrolls", tests::scrollsInScrolls(*shown));
    tell("covers", tests::overlaps(*shown));
    tell("has no name", tests::nameless(*shown));
    tell("out of reach", tests::unreachable(*shown));
    tell("cut off", tests::cutOff(*shown));
    if (in.zoom > 1) // half as much is seen: what is empty there says little
        return faults;
    tell("hole", tests::holes(tests::contentOf(*shown), {theme.page.rgb(), theme.panel.rgb()}));
    return faults;
}

} // namespace

class TstLayout : public QObject {
    Q_OBJECT
private slots:
    void everyPage_data()
    {
        QTest::addColumn<QString>("content");
        for (const char* content : {"empty", "sample", "large"})
            QTest::newRow(content) << content;
    }
    /// One window a content, changed while it is open: what a user does.
    void everyPage()
    {
        QFETCH(QString, content);
        const tests::OpenWindow window;
        QVERIFY(window.exposed());
        if (content != QLatin1String("empty")) {
            window->openFiles({content == QLatin1String("large") ? kLarge : kPlan, kTrace});
            QTRY_VERIFY_WITH_TIMEOUT(window->workbench().run() && window->workbench().evaluated().value,
                                     30'000);
        }
        QStringList faults;
        for (const Surroundings& in : kRows) {
            if (content != QLatin1String(in.content))
                continue;
            window->setLanguage(QString::fromLatin1(in.language));
            window->setScheme(in.scheme);
            window->setZoom(in.zoom);
            window->resize(in.size);
            for (const app::PageRow& page : app::pageTable())
                faults += faultsOf(*window, page, in);
        }
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }
    void whatIsCutOrOutOfReachIsFound()
    {
        QWidget page;
        page.resize(300, 200);
        QLabel label(QStringLiteral("a label of many words"), &page);
        QPushButton button(QStringLiteral("button"), &page);
        label.resize(200, 20);
        button.setGeometry(0, 40, 200, 30);
        page.show();
        QVERIFY(tests::cutOff(page).isEmpty() && tests::unreachable(page).isEmpty());
        label.resize(20, 20);
        QCOMPARE(tests::cutOff(page).size(), 1);
        button.move(250, 40);
        QCOMPARE(tests::unreachable(page).size(), 1);
    }
    /// The probe finds what it looks for.
    void holesAreFound()
    {
        QImage picture(800, 600, QImage::Format_RGB32);
        picture.fill(Qt::white);
        const QList<QRgb> grounds{qRgb(255, 255, 255)};
        QVERIFY(tests::holes(picture, grounds).isEmpty()); // nothing beside it
        for (int y = 0; y < 600; ++y) {
            for (int x = 0; x < 100; ++x)
                picture.setPixel(x, y, qRgb(0, 0, static_cast<int>(x % 7)));
        }
        QCOMPARE(tests::holes(picture, grounds).size(), 1);
        for (int y = 0; y < 600; y += 80) { // lines of text across it
            for (int x = 0; x < 800; ++x)
                picture.setPixel(x, y, qRgb(0, 0, 0));
        }
        QVERIFY(tests::holes(picture, grounds).isEmpty());
    }
};

SHARDSCOPE_TEST(TstLayout)
#include "tst_layout.moc"
