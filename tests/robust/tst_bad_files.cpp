// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb × files that can be read, and are of no use.
#include "tests/robust/bad_file_runs.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::tests;

class TstBadFiles : public QObject {
    Q_OBJECT
private slots:
    void everyVerb_data() { addCallRows(); }
    void everyVerb()
    {
        QFETCH(int, call);
        const QString breaches =
            breachesOf(callsWithAFile()[static_cast<std::size_t>(call)], roughContents());
        QVERIFY2(breaches.isEmpty(), qPrintable("\n" + breaches));
    }
};

SHARDSCOPE_TEST(TstBadFiles)
#include "tst_bad_files.moc"
