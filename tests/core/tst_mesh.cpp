// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks, coordinates and groups of the device mesh.
#include "core/plan/mesh.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <set>

using namespace shardscope::core;

class TstMesh : public QObject {
    Q_OBJECT
private slots:
    void coordinatesAndRanksAgree()
    {
        Axes axes;
        axes.tensor = 4;
        axes.context = 2;
        axes.replica = 3;
        axes.pipeline = 5;
        const Mesh mesh(axes);
        QCOMPARE(mesh.devices(), std::int64_t(120));
        for (std::int64_t rank = 0; rank < mesh.devices(); ++rank)
            QCOMPARE(mesh.rank(mesh.coordinate(rank)), rank);
        QCOMPARE(mesh.coordinate(4).context, std::int64_t(1)); // tensor is fastest, then context
        QCOMPARE(mesh.coordinate(119).pipeline, std::int64_t(4));
    }

    void groupsPartitionTheMesh()
    {
        Axes axes;
        axes.tensor = 2;
        axes.context = 2;
        axes.replica = 3;
        axes.pipeline = 2;
        const Mesh mesh(axes);
        for (const MeshAxis axis :
             {MeshAxis::Tensor, MeshAxis::Context, MeshAxis::Replica, MeshAxis::Pipeline}) {
            std::set<std::vector<std::int64_t>> groups;
            for (std::int64_t rank = 0; rank < mesh.devices(); ++rank) {
                const auto group = mesh.group(axis, rank);
                QCOMPARE(std::int64_t(group.size()), mesh.degree(axis));
                QVERIFY(std::find(group.begin(), group.end(), rank) != group.end());
                for (std::size_t i = 1; i < group.size(); ++i)
                    QCOMPARE(group[i] - group[i - 1], mesh.stride(axis));
                groups.insert(group);
            }
            QCOMPARE(std::int64_t(groups.size()) * mesh.degree(axis), mesh.devices());
        }
    }
};

SHARDSCOPE_TEST(TstMesh)
#include "tst_mesh.moc"
