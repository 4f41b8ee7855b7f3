// SPDX-License-Identifier: GPL-3.0-or-later
// Every claim of the four articles is three actions from Home, in Japanese: the guide (F1), the article's
// chapter, the claim's link. What the window then shows holds what docs/seeds.json says of it ("shows"). A
// search is only begun: its answer is asked for by tests/golden/seeds.
#include "app/desktop/guide/guide_window.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QBuffer>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <QTextBrowser>
#include <QUrlQuery>

#include <algorithm>

using namespace shardscope;

namespace {

QJsonArray systems()
{
    QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/docs/seeds.json"));
    return file.open(QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(file.readAll()).object()["systems"].toArray()
               : QJsonArray();
}

/// All that is written in \p widget, pictures too.
QString writtenIn(QWidget& widget)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&bytes);
    generator.setSize(widget.size());
    generator.setViewBox(widget.rect());
    QPainter painter(&generator);
    widget.render(&painter);
    painter.end();
    static const QRegularExpression kText(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    QString all;
    for (auto found = kText.globalMatch(QString::fromUtf8(bytes.data())); found.hasNext();)
        all += found.next().captured(1).simplified() + QLatin1Char('\n');
    return all.remove(QChar(0x2060)); // between a number and its unit
}

/// Takes spaces out: a number behind Japanese and its unit, which is Latin, are drawn one after the other.
QString unspaced(QString text)
{
    static const QRegularExpression kSpaces(QStringLiteral("[\\s\\x{00a0}\\x{202f}\\x{2009}]"));
    return text.remove(kSpaces);
}

} // namespace

class TstArticleClaims : public tests::WindowTest {
    Q_OBJECT
private slots:
    void everyClaimIsThreeActionsAway_data()
    {
        QTest::addColumn<QJsonObject>("article");
        for (const QJsonValue article : systems())
            QTest::newRow(article["guide"].toString().toLatin1()) << article.toObject();
        QVERIFY(systems().size() == 4);
    }
    void everyClaimIsThreeActionsAway()
    {
        QFETCH(QJsonObject, article);
        window().setLanguage(QStringLiteral("ja"));
        window().resize(1600, 5000); // nothing has to be scrolled into sight
        QStringList wrong;
        QString opened; // what a link before it has opened stays
        for (const QJsonValue claim : article["headlines"].toArray()) {
            const QString words = claim["claim"]["ja"].toString();
            const QString link = claim["window"].toString();
            window().showPage("home");
            QVERIFY(window().act(QStringLiteral("help.guide"))); // the first action
            auto& guide = *window().findChild<app::GuideWindow*>();
            emit guide.text().anchorClicked(article["guide"].toString() +
                                            QStringLiteral(".md")); // the second
            const QString chapter = guide.text().toPlainText();
            QVERIFY2(chapter.contains(words.left(24)), qPrintable(words));
            if (link.isEmpty()) {
                QVERIFY2(chapter.contains(claim["why"]["ja"].toString().left(12)), qPrintable(words));
                continue;
            }
            const QString target = QStringLiteral("window:") + link;
            const QString written = guide.text().toHtml();
            QVERIFY2(written.contains(QString(target).replace(QLatin1Char('&'), QLatin1String("&amp;"))),
                     qPrintable(target));
            if (link != opened)
                follow(guide, QUrl(target)); // the third
            if (!m_problem.isEmpty())
                wrong << words + QLatin1String(": ") + m_problem;
            opened = link.startsWith(QLatin1String("search")) ? QString() : link;
            const QString shown = unspaced(m_shown);
            for (const QJsonValue wanted : claim["shows"].toArray()) {
                if (!shown.contains(unspaced(wanted.toString())))
                    wrong << words + QLatin1String(": no ") + wanted.toString();
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

private:
    /// Sets what the window then shows, and what is wrong with it.
    void follow(app::GuideWindow& guide, const QUrl& link)
    {
        QSignalSpy failed(&bench(), &app::Workbench::failed);
        emit guide.text().anchorClicked(link);
        guide.hide();
        const QString page = link.path().section(QLatin1Char('/'), 0, 0);
        m_problem = window().currentPage() == page ? QString() : window().currentPage();
        if (page == QLatin1String("search"))
            return begin(QUrlQuery(link));
        const auto rests = [this] { return bench().jobs().idle(); };
        if (!QTest::qWaitFor(rests, 200'000) || !QTest::qWaitFor(rests, 200'000))
            m_problem += QStringLiteral(" never ends");
        QTest::qWait(300);
        if (!QTest::qWaitFor(rests, 200'000))
            m_problem += QStringLiteral(" never ends");
        m_shown = writtenIn(window());
        if (!failed.isEmpty())
            m_problem += failed.front().front().toString();
    }
    void begin(const QUrlQuery& asked)
    {
        auto& page = window().part<app::SearchPage>();
        const app::PlanSearchRequest request = page.controls().request();
        if (!page.searching() && !page.answer())
            m_problem += page.verdict();
        if (page.searching())
            page.searchOrCancel();
        const auto said = [&](const char* key) {
            return asked.queryItemValue(QString::fromLatin1(key), QUrl::FullyDecoded).toStdString();
        };
        std::string keys;
        for (const std::string& key : request.ranges)
            keys += (keys.empty() ? "" : " ") + key;
        if (request.model != said("model") || request.hardware != said("machines") || keys != said("keys") ||
            request.sweep != said("sweep_values") ||
            request.largestModel != (said("question") == "largest_model"))
            m_problem += QStringLiteral("another question: ") + asked.toString();
        m_shown.clear();
    }

    QString m_shown;
    QString m_problem;
};

SHARDSCOPE_TEST(TstArticleClaims)
#include "tst_article_claims.moc"
