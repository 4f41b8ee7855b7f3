// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a project for somebody else has no byte of what tells of the machine and the people it comes
// from, says so beforehand, and can be used as the project can.
#include "app/session/project/kept_answer.h"
#include "app/session/project/kept_project.h"
#include "app/session/project/project_report.h"
#include "app/session/project/shared_copy.h"
#include "core/io/text_file.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace shardscope;
using app::PrivateKind;
using core::ItemKind;

namespace {

const app::Surroundings kHere{{QStringLiteral("buildhost9")},
                              {QStringLiteral("samwise")},
                              {QStringLiteral("/ho"
                                              "me/samwise")}};

/// The JSON that \p text is with its ' as quotation marks and its ` as these.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    std::ranges::replace(text, '`', '\'');
    return text;
}

/// A project in which somebody has left traces in every place that there is.
app::Project planted()
{
    app::Project project;
    const auto add = [&](ItemKind kind, const char* name, const std::string& body) {
        core::ProjectStep step;
        step.words = "Done by %1";
        step.with = {"jane"};
        step.changes = {project.made(kind, name, body)};
        return project.apply(std::move(step)).ok();
    };
    bool all = add(ItemKind::Model, "gpt of jane",
                   core::readTextFile(tests::sourceFile("resources/models/gpt2.json")).value());
    all = add(ItemKind::Plan, "Plan",
              json("{'model': '#1', 'hardware': 'dgx-h100', 'parallel': {'tensor': 4}}")) &&
          all;
    all = add(ItemKind::Prices, "entered",
              json("{'/ho"
                   "me/jane/my machines/box.json': {'price': '2.5'}, 'gpu-n12': {'power': '700'}}")) &&
          all;
    all =
        add(ItemKind::Note, "from gpu-n12",
            json("{'text': 'Ask Jane (jane.doe@frontier7.example.org) about gpu-n12:/scratch/jane/t.json, or "
                 "10.3.7.22; by Samwise on BUILDHOST9, file:///ho"
                 "me/samwise/notes.txt and "
                 "C:\\\\Users\\\\weiwei9\\\\x.csv. 2 TFLOP/s and/or 3/4, see "
                 "https://github.com/NVIDIA/Megatron-LM/blob/main/README.md'}")) &&
        all;
    all = add(ItemKind::Run, "run",
              json("{'hostname': 'atlas', 'sources': ['/data/runs/a/rank0.json.gz', "
                   "'/data/runs/a/rank1.json.gz'], 'author': 'kimura'}")) &&
          all;
    all = add(ItemKind::Query, "SELECT",
              json("{'statement': 'SELECT `/ho"
                   "me/jane/q` -- kimura@atlas'}")) &&
          all;
    project.setSeat("traces", json("['/ho"
                                   "me/jane/seat.json']"));
    return all ? project : app::Project();
}

const char* const kSecrets[] = {"jane",
                                "frontier7",
                                "gpu-n12",
                                "10.3.7.22",
                                "samwise",
                                "buildhost9",
                                "weiwei9",
                                ("/ho"
                                 "me/"),
                                "/scratch/",
                                "/data/",
                                "c:\\",
                                "my machines",
                                "atlas",
                                "kimura"};

} // namespace

class TstSharedCopy : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QByteArray written(const app::SharedCopy& copy, const char* name) const
    {
        const QString file = m_folder.filePath(QString::fromLatin1(name));
        if (!app::saveProject(copy.contents, file.toStdString()).ok())
            return {};
        QFile bytes(file);
        return bytes.open(QIODevice::ReadOnly) ? bytes.readAll().toLower() : QByteArray();
    }

private slots:
    void nothingTellsOfAnybody()
    {
        const app::Project project = planted();
        QCOMPARE(project.items().size(), std::size_t{6});
        const QByteArray plain = written({project.contents(), {}}, "plain.shardscope");
        const app::SharedCopy copy = app::sharedCopy(project.contents(), kHere);
        const QByteArray bytes = written(copy, "copy.shardscope");
        QVERIFY(!bytes.isEmpty());
        for (const char* secret : kSecrets) {
            QVERIFY2(plain.contains(secret), secret);
            QVERIFY2(!bytes.contains(secret), secret);
        }
        // What tells of nobody stays.
        for (const char* word :
             {"2 tflop/s and/or 3/4", "https://github.com/nvidia/megatron-lm/blob/main/readme.md",
              "rank0.json.gz", "box.json"})
            QVERIFY2(bytes.contains(word), word);
        QVERIFY(copy.contents.steps.empty() && copy.contents.seats.empty());
    }

    /// The copy keeps nothing of the window's state but the last answer of a search, without what is private.
    void theAnswerGoesWithIt()
    {
        app::Project project = planted();
        const std::string secret = std::string("/ho") + "me/jane/own.json";
        project.setSeat(app::kAnswerSeat, "{\"asked\": \"search " + secret + " dgx-h100\", \"best\": []}");
        const app::SharedCopy copy = app::sharedCopy(project.contents(), kHere);
        QCOMPARE(copy.contents.seats.size(), std::size_t{1});
        QCOMPARE(copy.contents.seats.front().first, std::string(app::kAnswerSeat));
        QVERIFY(copy.contents.seats.front().second.find("jane") == std::string::npos);
        QVERIFY(copy.contents.seats.front().second.find("dgx-h100") != std::string::npos);
    }

    /// Each word is in the list, with what stands for it and how often.
    void allOfItIsSeenBefore()
    {
        const app::SharedCopy copy = app::sharedCopy(planted().contents(), kHere);
        QStringList found;
        QStringList replacements;
        for (const app::PrivateWord& word : copy.replaced) {
            found << word.found;
            replacements << word.replacement;
            QVERIFY2(word.times > 0 && !word.where.isEmpty(), qPrintable(word.found));
        }
        for (const char* word :
             {"jane", "jane.doe", "frontier7.example.org", "gpu-n12", "10.3.7.22", "samwise", "buildhost9",
              "weiwei9", "atlas", "kimura", "/scratch/jane/t.json", "/data/runs/a/rank0.json.gz",
              "/ho"
              "me/jane/my machines/box.json"})
            QVERIFY2(found.contains(QString::fromLatin1(word)), word);
        QCOMPARE(replacements.removeDuplicates(), qsizetype{0});
        // Files of one folder stay in one.
        const QString first = replacements[found.indexOf(QStringLiteral("/data/runs/a/rank0.json.gz"))];
        const QString second = replacements[found.indexOf(QStringLiteral("/data/runs/a/rank1.json.gz"))];
        QCOMPARE(first.section(QLatin1Char('/'), 0, 0), second.section(QLatin1Char('/'), 0, 0));
        QCOMPARE(app::privateTable(copy).rows.size(), copy.replaced.size());
    }

    void theCopyCanBeUsed()
    {
        const app::Project project = planted();
        QVERIFY(!written(app::sharedCopy(project.contents(), kHere), "used.shardscope").isEmpty());
        const std::filesystem::path file = m_folder.filePath(QStringLiteral("used.shardscope")).toStdString();
        const core::Catalog catalog(tests::sourceFile("resources"));
        const auto check = app::checkProject(catalog, file);
        QVERIFY(check.ok());
        QVERIFY2(check->problems.empty(),
                 check->problems.empty() ? "" : check->problems.front().item.c_str());
        QCOMPARE(check->items, std::size_t{6});
        QCOMPARE(check->steps, std::size_t{0});
        const auto contents = core::Store::open(file, core::Store::Access::Read)->read();
        QVERIFY(contents.ok() && contents->seats.empty());
        // The model is to the byte what it was: nothing in it tells of anybody.
        QCOMPARE(contents->items[0]->body, project.itemsOf(ItemKind::Model)[0]->body);
    }

    void whatIsKeptStays()
    {
        const app::SharedCopy copy =
            app::sharedCopy(planted().contents(), kHere, {QStringLiteral("gpu-n12")});
        QVERIFY(std::ranges::none_of(copy.replaced, [](const app::PrivateWord& word) {
            return word.found == QLatin1String("gpu-n12");
        }));
        const QByteArray bytes = written(copy, "kept.shardscope");
        QVERIFY(bytes.contains("gpu-n12") && !bytes.contains("jane"));
    }

    void nothingPrivateIsNothingReplaced()
    {
        core::ProjectContents contents;
        contents.items.push_back(std::make_shared<const core::ProjectItem>(core::ProjectItem{
            core::ItemId(1), ItemKind::Note, "plain", json("{'text':  'about 3/4 of /s; ratio a/b @ 2'}")}));
        const app::SharedCopy copy = app::sharedCopy(contents, kHere);
        QVERIFY(copy.replaced.empty());
        QCOMPARE(copy.contents.items[0]->body, contents.items[0]->body);
        const app::Surroundings here = app::surroundings();
        QVERIFY(!here.homes.isEmpty());
    }
};

SHARDSCOPE_TEST(TstSharedCopy)
#include "tst_shared_copy.moc"
