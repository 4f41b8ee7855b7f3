// SPDX-License-Identifier: GPL-3.0-or-later
// docs/seeds.md, docs/seeds.ja.md and the guide's chapters on the articles are what the bare questions of
// docs/seeds.json answer today. With the environment variable SHARDSCOPE_WRITE_SEEDS set, they are written
// anew instead of compared.
#include "tests/golden/cli_process.h"
#include "tests/golden/seeds/headlines.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace shardscope::tests;

namespace {

QByteArray headlineFile(const char* name)
{
    QFile file(sourceFile(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstHeadlines : public QObject {
    Q_OBJECT
private slots:
    void bareQuestionsAreRecognised()
    {
        QVERIFY(!notBare("plan bert-large dgx-2-v100-32g --calibration x", {}).isEmpty());
        QVERIFY(!notBare("plan zero2_100b_on_400_v100", {}).isEmpty());
        QVERIFY(!notBare("plan zero-60b dgx-2-v100-32g --micro-batch 16", {}).isEmpty());
        QVERIFY(notBare("compare zero-100b dgx-2-v100-32g --gpus 400", {}).isEmpty());
    }
    void pagesAreWhatTheBareQuestionsAnswer()
    {
        const QJsonObject source = QJsonDocument::fromJson(headlineFile("docs/seeds.json")).object();
        QVERIFY(!source.isEmpty());
        std::vector<HeadlineAnswer> answers;
        for (const QJsonValue system : source["systems"].toArray()) {
            for (const QJsonValue headline : system["headlines"].toArray()) {
                answers.push_back(askHeadline(headline.toObject()));
                QVERIFY2(answers.back().problem.isEmpty(), qPrintable(answers.back().problem));
            }
        }
        const HeadlinePages pages = headlinePages(source, answers);
        std::vector<GuideChapter> files = guideChapters(source, answers);
        files.push_back({"docs/seeds.md", pages.english});
        files.push_back({"docs/seeds.ja.md", pages.japanese});
        for (const GuideChapter& page : files) {
            const QByteArray name = page.file.toUtf8();
            if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_SEEDS")) {
                QFile file(sourceFile(name.constData()));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(page.text.toUtf8());
                continue;
            }
            QCOMPARE(QString::fromUtf8(headlineFile(name.constData())), page.text);
        }
    }
};

SHARDSCOPE_TEST(TstHeadlines)
#include "tst_headlines.moc"
