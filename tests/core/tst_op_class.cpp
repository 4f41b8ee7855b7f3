// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of slices as real traces name them.
#include "core/kinds/op_class.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <set>

using namespace shardscope::core;

class TstOpClass : public QObject {
    Q_OBJECT
private slots:
    void realNames_data();
    void realNames();
    void lettersAndKeysAreDistinct();
    void deviceCategories();
};

void TstOpClass::realNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("category");
    QTest::addColumn<QChar>("letter");
    const auto row = [](const char* name, const char* category, char letter) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(category)
                            << QChar::fromLatin1(letter);
    };
    row("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", "kernel", 'M');
    row("volta_sgemm_128x64_nn", "kernel", 'M');
    row("Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT128x160x64", "kernel", 'M');
    row("void cutlass::Kernel2<cutlass_80_simt_sgemm_256x128_8x4_nt_align1>(cut", "kernel", 'M');
    row("void cudnn::cnn::wgrad_alg0_engine<float, 128, 6, 7, 3, 3, 5>", "Kernel", 'M');
    row("volta_scudnn_128x64_relu_interior_nn_v1", "Kernel", 'M');
    row("aten::addmm", "cpu_op", 'M');
    row("autograd::engine::evaluate_function: AddmmBackward0", "cpu_op", 'M');
    row("SwishBackward0", "cpu_op", 'e');      // of no class of its own
    row("Backward 0", "user_annotation", 'H'); // a range of a pipeline, not a function of autograd
    row("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x", "kernel", 'A');
    row("fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel", "kernel", 'A');
    row("aten::scaled_dot_product_attention", "cpu_op", 'A');
    row("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor", "kernel", 'e');
    row("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float>", "kernel", 'e');
    row("triton_poi_fused_add_0", "kernel", 'e');
    row("aten::gelu", "cpu_op", 'e');
    row("void at::native::(anonymous namespace)::EmbeddingBag_updateOutputKernel_sum_mean", "kernel", 'E');
    row("void at::native::vectorized_gather_kernel<16, long>(char*, char*", "kernel", 'E');
    row("aten::index_select", "cpu_op", 'E');
    row("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "kernel", 'R');
    row("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "kernel", 'R');
    row("gloo:all_reduce", "user_annotation", 'R');
    row("c10d::alltoall_base_", "cpu_op", 'X');
    row("nccl:all_to_all", "user_annotation", 'X');
    row("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", "kernel", 'P');
    row("gloo:recv", "user_annotation", 'P');
    // A simulated run names whose collective it is, and has supersteps.
    row("nccl:all_reduce tensor", "kernel", 'T');
    row("nccl:reduce_scatter context", "kernel", 'T');
    row("nccl:send_receive context", "kernel", 'P');
    row("nccl:all_to_all expert", "kernel", 'X');
    row("nccl:all_reduce replica", "kernel", 'R');
    row("exchange between processors", "superstep", 'P');
    row("sync: waits for the slowest", "superstep", '-');
    row("compute", "superstep", 'M');
    row("Memcpy HtoD (Pageable -> Device)", "gpu_memcpy", 'C');
    row("MEMORY_COPY_HOST_TO_DEVICE", "gpu_memcpy", 'C');
    row("Memset (Device)", "gpu_memset", 'C');
    row("Optimizer.step#AdamW.step", "user_annotation", 'O');
    row("void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>", "kernel", 'O');
    row("cudaLaunchKernel", "cuda_runtime", 'H');
    row("cudaMemcpyAsync", "cuda_runtime", 'H');
    row("torch/nn/modules/linear.py(114): forward", "python_function", 'H');
    row("aten::view", "cpu_op", 'H');
    row("ProfilerStep#3", "user_annotation", 'H');
    row("## forward ##", "gpu_user_annotation", 'H');
    row("ampere_sgemm_64x64_tn", "cuda_profiler_range", 'H');
    row("", "", 'H');
}

void TstOpClass::realNames()
{
    QFETCH(QString, name);
    QFETCH(QString, category);
    QFETCH(QChar, letter);
    QCOMPARE(QChar::fromLatin1(opClassLetter(classify(name.toStdString(), category.toStdString()))), letter);
}

void TstOpClass::lettersAndKeysAreDistinct()
{
    std::set<char> letters;
    std::set<std::string_view> keys;
    for (const OpClass kind : allOpClasses()) {
        letters.insert(opClassLetter(kind));
        keys.insert(opClassKey(kind));
    }
    QCOMPARE(letters.size(), kOpClasses);
    QCOMPARE(keys.size(), kOpClasses);
}

void TstOpClass::deviceCategories()
{
    QVERIFY(isDeviceCategory("kernel"));
    QVERIFY(isDeviceCategory("gpu_memcpy"));
    QVERIFY(!isDeviceCategory("cuda_runtime"));
    QVERIFY(!isDeviceCategory(""));
}

SHARDSCOPE_TEST(TstOpClass)
#include "tst_op_class.moc"
