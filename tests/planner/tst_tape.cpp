// SPDX-License-Identifier: GPL-3.0-or-later
// What operations keep, when it is freed, and the order of backward; on graphs small enough to count by hand.
#include "planner/tape/autograd/operations.h"
#include "planner/tape/training/optimizer.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <memory>

using namespace shardscope;
using namespace shardscope::planner::tape;

namespace {

// Sizes of whole 2 MiB segments, so that nothing is lost to rounding: 16 MiB in fp32.
constexpr std::int64_t kRows = 2048;
constexpr std::int64_t kColumns = 2048;
constexpr std::int64_t kBytes = kRows * kColumns * 4;

struct Fixture {
    Tape tape{DeviceTraits{}};
    Tensor input;

    Fixture() { input = tape.asLeaf(tape.empty({kRows, kColumns}, Element::Float32)); }
    [[nodiscard]] std::int64_t held() { return tape.ledger().allocator().allocated(); }
};

std::unique_ptr<Parameter> makeParameter(Tape& tape, const Layout& layout)
{
    auto parameter = std::make_unique<Parameter>();
    parameter->value = tape.empty(layout, Element::Float32);
    tape.makeSink(*parameter);
    return parameter;
}

} // namespace

class TstTape : public QObject {
    Q_OBJECT
private slots:
    void sumsAndScalingsKeepNothing()
    {
        Fixture at;
        const std::int64_t before = at.held();
        {
            Tensor x = add(at.tape, at.input, at.input);
            x = scaled(at.tape, x);
            x = plusNumber(at.tape, x);
            QCOMPARE(at.held() - before, kBytes); // the result alone
        }
        QCOMPARE(at.held(), before);
    }

    void activationsKeepInputOrOutputOnce()
    {
        Fixture at;
        const std::int64_t before = at.held();
        Tensor x = gelu(at.tape, at.input);       // keeps the input, which is there anyway
        x = relu(at.tape, x);                     // keeps its output
        x = softmax(at.tape, x);                  // keeps its own output too
        QCOMPARE(at.held() - before, 2 * kBytes); // GELU's output died: nobody keeps it
        x = multiply(at.tape, x, x);
        QCOMPARE(at.held() - before, 3 * kBytes); // both operands are the tensor already kept
    }

    void aProductWithAConstantKeepsOnlyTheConstant()
    {
        Fixture at;
        const Tensor constant = at.tape.empty({kRows, kColumns}, Element::Float32);
        Tensor x = scaled(at.tape, at.input);
        const std::int64_t before = at.held();
        x = multiply(at.tape, x, constant);
        QCOMPARE(at.held(), before); // the scaled operand went, the product came
    }

    void dropoutKeepsOneByteAnElement()
    {
        Fixture at;
        const std::int64_t before = at.held();
        {
            const Tensor x = dropout(at.tape, at.input, 0.1);
            QCOMPARE(at.held() - before, kBytes + kBytes / 4);
        }
        QCOMPARE(at.held() - before, kBytes / 4);
        const Tensor same = dropout(at.tape, at.input, 0);
        QCOMPARE(same.storage, at.input.storage);
    }

    void backwardFreesAllItKept()
    {
        Fixture at;
        const auto weight = makeParameter(at.tape, {kColumns, kColumns});
        const std::int64_t before = at.held();
        {
            Tensor x = linear(at.tape, at.input, weight->value, {});
            x = gelu(at.tape, x);
            x = linear(at.tape, x, weight->value, {});
            at.tape.backward(x, at.tape.empty({kRows, kColumns}, Element::Float32));
            at.tape.forgetGraph();
        }
        // What stays: the gradient and two BLAS workspaces.
        QCOMPARE(at.held() - before, kBytes + 2 * at.tape.traits().blasWorkspace);
        QVERIFY(weight->gradient.defined());
        QCOMPARE(weight->gradient.storage->purpose(), core::Purpose::Gradients);
    }

    /// Both uses of a weight are summed before its sink runs: two gradients coexist, one stays.
    void gradientsOfASharedWeightAreSummedInPlace()
    {
        Fixture at;
        const auto weight = makeParameter(at.tape, {kColumns, kColumns});
        for (int step = 0; step < 2; ++step) {
            const Tensor first = linear(at.tape, at.input, weight->value, {});
            const Tensor second = linear(at.tape, at.input, weight->value, {});
            const Tensor sum = add(at.tape, first, second);
            at.tape.backward(sum, at.tape.empty({kRows, kColumns}, Element::Float32));
            at.tape.forgetGraph();
        }
        QCOMPARE(at.tape.ledger().held(core::Purpose::Gradients), kBytes);
    }

    void aBiasGradientIsASumWithScratch()
    {
        // 2048 rows of 2048 columns: 2048 / 4 rows a thread, 2112 / 16 column blocks at most, 16 rows a block
        // at least.
        QCOMPARE(columnSumWorkspace(2048, 2048, DeviceTraits{}), std::int64_t{512} * 2048 * 32);
        QCOMPARE(columnSumWorkspace(255, 2048, DeviceTraits{}), std::int64_t{0});
    }

    void checkpointsKeepTheirInputOnly()
    {
        Fixture at;
        Tensor input = scaled(at.tape, at.input);
        const std::int64_t before = at.held();
        int runs = 0;
        int tails = 0;
        const Region region = [&](const std::vector<Tensor>& inputs) {
            ++runs;
            Tensor x = gelu(at.tape, inputs.front());
            x = gelu(at.tape, x);
            x = add(at.tape, x, inputs.front());
            ++tails;
            return x;
        };
        Tensor output = at.tape.checkpoint(region, {input});
        input.reset();
        QCOMPARE(at.held() - before, kBytes); // the output; the input was there before
        at.tape.backward(output, at.tape.empty({kRows, kColumns}, Element::Float32));
        QCOMPARE(runs, 2);
        QCOMPARE(tails, 1); // run again only up to the last tensor that was kept
        output.reset();
        at.tape.forgetGraph();
        QCOMPARE(at.held(), kBytes); // the fixture's input: the checkpoint's is gone
    }

    void aCheckpointWithNothingKeptRunsOnce()
    {
        Fixture at;
        int runs = 0;
        const Tensor output = at.tape.checkpoint(
            [&](const std::vector<Tensor>& inputs) {
                ++runs;
                return add(at.tape, inputs.front(), inputs.front());
            },
            {at.input});
        at.tape.backward(output, at.tape.empty({kRows, kColumns}, Element::Float32));
        QCOMPARE(runs, 1);
    }

    void autocastCastsAParameterOnceAndAnInputEachTime()
    {
        Fixture at;
        const auto weight = makeParameter(at.tape, {kColumns, kColumns});
        at.tape.setAutocast(true);
        const std::int64_t before = at.held();
        {
            const Tensor first = linear(at.tape, at.input, weight->value, {});
            const Tensor second = linear(at.tape, at.input, weight->value, {});
            QCOMPARE(first.element, Element::BFloat16);
            // One cast weight, two cast inputs, two results, each half the size; and a workspace.
            QCOMPARE(at.held() - before, 5 * kBytes / 2 + at.tape.traits().blasWorkspace);
        }
        at.tape.setAutocast(false);
        at.tape.forgetGraph();
        QCOMPARE(at.held() - before, at.tape.traits().blasWorkspace);
    }

    void attentionKeepsOperandsOutputAndStatistics()
    {
        Tape tape{DeviceTraits{}};
        const auto leaf = [&] { return tape.asLeaf(tape.empty({2, 8, 1024, 64}, Element::BFloat16)); };
        const Tensor q = leaf();
        const Tensor k = leaf();
        const Tensor v = leaf();
        const std::int64_t before = tape.ledger().allocator().allocated();
        const Tensor output = scaledDotProductAttention(tape, q, k, v, 0.1, false);
        const std::int64_t kept = tape.ledger().allocator().allocated() - before;
        QCOMPARE(kept, std::int64_t{2} * 2 * 8 * 1024 * 64 + 4 * 2 * 8 * 1024 + 2 * 512);
    }

    void optimizerStateComesOnce()
    {
        Tape tape{DeviceTraits{}};
        const Tensor weight = tape.empty({kRows, kColumns}, Element::Float32);
        Optimizer adam(tape, core::OptimizerKind::AdamW, Element::Float32);
        const std::int64_t before = tape.ledger().allocator().allocated();
        for (int step = 0; step < 3; ++step)
            adam.update({&weight});
        QCOMPARE(adam.stateBytes(), 2 * kBytes + 4);
        QCOMPARE(tape.ledger().allocator().allocated() - before, 2 * kBytes + 512);
        Optimizer sgd(tape, core::OptimizerKind::Sgd, Element::Float32);
        sgd.update({&weight});
        QCOMPARE(sgd.stateBytes(), std::int64_t{0});
    }
};

SHARDSCOPE_TEST(TstTape)
#include "tst_tape.moc"
