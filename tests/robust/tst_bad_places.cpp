// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb × places that no file can be read from.
#include "tests/robust/bad_file_runs.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::tests;

class TstBadPlaces : public QObject {
    Q_OBJECT
private slots:
    void everyVerb_data() { addCallRows(); }
    void everyVerb()
    {
        QFETCH(int, call);
        const QString breaches = breachesOf(callsWithAFile()[static_cast<std::size_t>(call)], roughPlaces());
        QVERIFY2(breaches.isEmpty(), qPrintable("\n" + breaches));
    }
};

SHARDSCOPE_TEST(TstBadPlaces)
#include "tst_bad_places.moc"
