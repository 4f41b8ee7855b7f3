// SPDX-License-Identifier: GPL-3.0-or-later
// Which coordinate a recorded rank is: random meshes of programs as their frameworks record them give each
// rank's place back, by groups that say what they are for or by whom ranks send to; a number alone is told to
// be one, and somebody's word goes before it.
#include "core/plan/mesh.h"
#include "profiler/compare/rank_places.h"
#include "profiler/compare/step_difference.h"
#include "profiler/profiler.h"
#include "tests/support/planted/framework_program.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <random>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::planted::FrameworkProgram;
using tests::planted::ProgramPlace;
using tests::planted::Trainer;

namespace {

/// A recording whose files are there as long as it is.
struct Recorded {
    explicit Recorded(const FrameworkProgram& program)
    {
        ImportOptions options;
        options.cache = false;
        run = importTrace(writeProgram(program, folder.path().toStdString()), {}, options).value().run;
    }
    QTemporaryDir folder;
    core::RunPtr run;
};

core::Axes axesOf(const FrameworkProgram& program)
{
    core::Axes axes;
    axes.tensor = program.tensor;
    axes.context = program.context;
    axes.replica = program.replica;
    axes.pipeline = program.pipeline;
    return axes;
}

bool is(const RankPlace& place, const ProgramPlace& truth)
{
    return place.tensor == truth.tensor && place.context == truth.context && place.replica == truth.replica &&
           place.pipeline == truth.stage;
}

QString textOf(const RankPlace& place)
{
    const auto at = [](const std::optional<std::int64_t>& one) { return one ? QString::number(*one) : "-"; };
    return QStringLiteral("t%1 c%2 r%3 p%4 by %5")
        .arg(at(place.tensor), at(place.context), at(place.replica), at(place.pipeline))
        .arg(static_cast<int>(place.from));
}

} // namespace

class TstRankPlaces : public QObject {
    Q_OBJECT
private slots:
    void describedGroups_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 10; ++seed)
            QTest::addRow("mesh %u", seed) << seed;
    }
    void describedGroups()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto degree = [&] { return std::uniform_int_distribution<std::int64_t>(1, 2)(random); };
        FrameworkProgram program;
        program.trainer = seed % 2 == 0 ? Trainer::Megatron : Trainer::Fsdp2;
        program.tensor = degree();
        program.context = degree();
        program.pipeline = degree() + 1;
        program.replica = degree();
        program.layers = 2 * program.pipeline;
        program.replicasLast = seed % 3 != 0;
        const Recorded recorded(program);
        const AnalysisInput input(recorded.run);
        const auto places = rankPlaces(input).value();
        QCOMPARE(static_cast<std::int64_t>(places.size()), program.world());
        for (std::size_t part = 0; part < places.size(); ++part) {
            const std::int32_t rank = input.ranks()[part].rank;
            const RankPlace place = placeIn(axesOf(program), places[part], rank);
            QVERIFY2(is(place, programPlace(program, rank)), qPrintable(textOf(place)));
            QVERIFY(place.from == PlaceFrom::Groups);
        }
    }

    /// Groups that say nothing: stages by who hands on to whom.
    void transfersTellStages()
    {
        FrameworkProgram program;
        program.trainer = Trainer::Megatron;
        program.pipeline = 4;
        program.replica = 2;
        program.layers = 4;
        program.micro = 4;
        program.described = false;
        program.peers = true;
        program.replicasLast = true;
        const Recorded recorded(program);
        const AnalysisInput input(recorded.run);
        const auto places = rankPlaces(input).value();
        for (std::size_t part = 0; part < places.size(); ++part) {
            const ProgramPlace truth = programPlace(program, input.ranks()[part].rank);
            QVERIFY2(places[part].pipeline == truth.stage, qPrintable(textOf(places[part])));
        }
    }

    /// A rank is held against its own stage, whichever its number is.
    void ranksMeetTheirStage()
    {
        ComparedSteps plan;
        plan.axes = core::Axes{};
        plan.axes->pipeline = 2;
        plan.axes->replica = 2;
        for (std::int64_t stage = 0; stage < 2; ++stage) {
            DeviceAccount& device = plan.devices.emplace_back();
            device.planned = true;
            device.rank = static_cast<std::int32_t>(2 * stage);
            device.mesh = core::MeshCoordinate{0, 0, 0, stage};
            device.stands = 2;
            device.time = 1000;
        }
        ComparedSteps run;
        for (std::int32_t rank = 0; rank < 4; ++rank) {
            DeviceAccount& device = run.devices.emplace_back();
            device.rank = rank;
            device.time = 1000;
        }
        const auto stages = [](const StepDifference& difference) {
            std::vector<std::size_t> all(4);
            for (const auto& [ofPlan, ofRun] : difference.pairs)
                all[ofRun] = ofPlan;
            return all;
        };
        using Stages = std::vector<std::size_t>;
        QCOMPARE(stages(stepDifference(plan, run)), (Stages{0, 0, 1, 1})); // by its number
        for (DeviceAccount& device : run.devices) {
            device.place.pipeline = device.rank % 2;
            device.place.from = PlaceFrom::Groups;
        }
        QCOMPARE(stages(stepDifference(plan, run)), (Stages{0, 1, 0, 1}));
        using core::MeshAxis;
        run.order = {MeshAxis::Replica, MeshAxis::Pipeline, MeshAxis::Tensor, MeshAxis::Context};
        QCOMPARE(stages(stepDifference(plan, run)), (Stages{0, 0, 1, 1}));
    }

    void somebodysWordGoesFirst()
    {
        FrameworkProgram program;
        program.tensor = 2;
        program.pipeline = 3;
        program.replica = 2;
        program.replicasLast = true;
        using core::MeshAxis;
        const std::vector<MeshAxis> order{MeshAxis::Tensor, MeshAxis::Context, MeshAxis::Pipeline,
                                          MeshAxis::Replica};
        for (std::int64_t rank = 0; rank < program.world(); ++rank) {
            const RankPlace said = placeIn(axesOf(program), {}, rank, order);
            QVERIFY2(is(said, programPlace(program, rank)) && said.from == PlaceFrom::User,
                     qPrintable(textOf(said)));
            const RankPlace number = placeIn(axesOf(program), {}, rank);
            const core::MeshCoordinate at = core::Mesh(axesOf(program)).coordinate(rank);
            QVERIFY(number.from == PlaceFrom::Number && number.pipeline == at.pipeline &&
                    number.replica == at.replica);
        }
        // What is told and disagrees with the number leaves the rest untold.
        RankPlace told;
        told.pipeline = 2;
        told.from = PlaceFrom::Transfers;
        const RankPlace place = placeIn(axesOf(program), told, 0);
        QVERIFY2(place.pipeline == 2 && !place.tensor && !place.replica, qPrintable(textOf(place)));
        QCOMPARE(*place.context, std::int64_t{0});
    }
};

SHARDSCOPE_TEST(TstRankPlaces)
#include "tst_rank_places.moc"
