// SPDX-License-Identifier: GPL-3.0-or-later
// A machine as the planner sees it. Every figure carries its source; unverified ones say so.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/hardware/calibration.h"
#include "core/model/dtype.h"
#include "core/units/quantity.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// A figure with where it comes from.
template <class Q>
struct Sourced {
    Q value{};
    std::string source;      ///< citation
    bool unverified = false; ///< nobody could check it: shown as such, never a test
};

enum class EngineKind { Matrix, Vector };
enum class Tier { Device, Host, Nvme, Streaming, ParameterServer };
constexpr auto enumNames(Tier)
{
    return namesUpTo<Tier::ParameterServer>("device", "host", "nvme", "streaming", "parameter_server");
}
/// FrontEnd: the hosts' own network, to readers of data and to storage. It carries no collective.
enum class LinkLevel { Node, Pod, Cluster, FrontEnd };
constexpr auto enumNames(LinkLevel)
{
    return namesUpTo<LinkLevel::FrontEnd>("node", "pod", "cluster", "front_end");
}
enum class LinkTopology { Switch, Ring, Mesh, Torus };
constexpr auto enumNames(LinkTopology)
{
    return namesUpTo<LinkTopology::Torus>("switch", "ring", "mesh", "torus");
}

struct Engine {
    EngineKind kind = EngineKind::Matrix;
    Dtype dtype = Dtype::Fp16;
    Sourced<FlopsPerSecond> peak; ///< one device, dense
};

struct MemoryTier {
    Tier tier = Tier::Device;
    std::string label;                 ///< the maker's word: "HBM3e", "In-Processor-Memory", "DDR4"
    Sourced<Bytes> capacity;           ///< of what \c sharedBy devices share
    Sourced<BytesPerSecond> bandwidth; ///< of what \c sharedBy devices share
    std::int64_t sharedBy = 1;         ///< devices that share it
    /// What the driver hands to programs of the capacity; none: nobody has said.
    std::optional<Sourced<Bytes>> allocatable = {};

    /// The memory that plans may fill: what programs can allocate, else what the label says.
    [[nodiscard]] const Sourced<Bytes>& usable() const { return allocatable ? *allocatable : capacity; }
};

/// What a network still gives each device where a group reaches over many machines: straight lines over the
/// logarithm of their number, the first and last value beyond the ends.
struct NetworkScaling {
    std::vector<double> machines; ///< ascending, at least 1
    std::vector<double> share;    ///< as many, of the link's bandwidth; above 0, at most 1
    std::string source;

    [[nodiscard]] double at(double reached) const;
};

struct Link {
    LinkLevel level = LinkLevel::Node;
    std::string label;                 ///< "NVLink 4", "IPU-Link", "InfiniBand HDR"
    Sourced<BytesPerSecond> bandwidth; ///< one device, one direction
    Sourced<Seconds> latency;
    LinkTopology topology = LinkTopology::Switch;
    bool inNetworkReduction = false;
    std::int64_t span = 0; ///< devices within one such level (node: node.devices; pod: its size; else 0)
    std::optional<NetworkScaling> scaling = {}; ///< none: nobody has said
};

/// Achieved fraction of a peak against the size of one call. gemm, attention and attention_backward: of the
/// matrix engine's peak, against FLOP; elementwise, reduction, gather and optimizer: of the device memory's
/// bandwidth, against bytes read and written; collective: of the link's bandwidth, against bytes.
struct EfficiencyCurve {
    std::string
        operation; ///< gemm attention attention_backward elementwise reduction gather optimizer collective
    Dtype dtype = Dtype::Bf16;
    std::vector<double> x; ///< ascending, above 0
    std::vector<double> y; ///< as many as x, above 0, at most 1
    bool steps = false;    ///< y holds from its x up to the next; otherwise straight lines over log x
    std::string regime;    ///< specification measured fitted
    std::string source;

    /// The fraction at size \p x; the first and last value beyond the ends.
    [[nodiscard]] double at(double x) const;
};

/// How long a collective of all ranks takes on a level of the network, against its payload: what is reduced,
/// what is gathered or scattered in all, or what one rank sends in an exchange.
struct CollectiveCurve {
    std::string operation; ///< all_reduce all_gather reduce_scatter all_to_all
    LinkLevel level = LinkLevel::Node;
    std::int64_t ranks = 2;      ///< of whole nodes, beyond the node's level
    std::vector<double> bytes;   ///< ascending, above 0
    std::vector<double> seconds; ///< as many, above 0
    std::string regime;          ///< specification measured fitted
    std::string source;
    BytesPerSecond linkBandwidth{}; ///< of the level's link where it was measured; 0: not said
};

/// Coefficients of the device itself, for number formats of its products: what every system made of it shares
/// (names: docs/formulas.md).
struct DeviceRates {
    std::vector<Dtype> dtypes;
    std::map<std::string, double> coefficients;
    std::vector<std::string> fitted; ///< names of those that were fitted, the rest was set
    std::string source;
};

/// What a system's network does with messages, whichever program sends them (names: docs/formulas.md).
struct NetworkRates {
    std::map<std::string, double> coefficients;
    std::vector<std::string> fitted; ///< names of those that were fitted, the rest was set
    std::string source;
};

/// What one device draws by what it does; a step's mean lies between them by the shares of its time.
struct PowerDraw {
    Sourced<Watts> idle;     ///< powered, nothing runs
    Sourced<Watts> memory;   ///< kernels bound by the memory
    Sourced<Watts> products; ///< large matrix products
};

/// What the kernels of one transport of collectives ("nccl") take of the device while they move bytes.
struct TransportUse {
    std::string name;
    double processors = 0;
    double low = 0;  ///< it is known to lie between
    double high = 0; ///< these
    std::string source;
};

/// How the computing of a bulk-synchronous machine divides (Valiant, doi:10.1145/79173.79181): supersteps of
/// computing, exchange and synchronisation. Shares add up to 1.
struct BulkSynchronous {
    double compute = 1;
    double exchange = 0;
    double sync = 0;
    std::string source;
    bool unverified = false;
};

struct HardwareSpec {
    SHARDSCOPE_COPIED_ONCE(HardwareSpec);

    std::string name;
    std::string title;
    std::string vendor;
    std::string source; ///< of the description as a whole
    std::string device; ///< the device's file that it was joined from; empty: one file says it all
    std::vector<Engine> engines;
    std::vector<MemoryTier> memory;
    std::vector<Link> links;
    std::int64_t devicesPerNode = 1;
    std::optional<std::int64_t> nodes;   ///< none: as many whole nodes as the plan needs
    std::optional<Sourced<Watts>> power; ///< of one board, at most
    std::optional<PowerDraw> draw;       ///< measured
    std::optional<BulkSynchronous> bulkSynchronous;
    std::optional<Sourced<CurrencyPerSecond>> price; ///< one device; the file says per hour
    std::vector<EfficiencyCurve> efficiency;
    std::vector<CollectiveCurve> collectives;
    std::vector<DeviceRates> rates;
    std::optional<NetworkRates> network;
    std::vector<Calibration> calibrations;     ///< the first that fits a plan holds
    std::optional<Sourced<Number>> processors; ///< of one device that work on tiles of a product (SMs)
    std::vector<TransportUse> transports;      ///< as somebody found them on the device
    std::optional<Watts> powerCap;             ///< of one device, below what its board allows
    std::vector<std::string> unverified;       ///< JSON pointers
    std::vector<std::string> notes;

    [[nodiscard]] const MemoryTier* tier(Tier tier) const;
    [[nodiscard]] const Link* link(LinkLevel level) const;
    /// The widest link of one kind of switch or wire, inside which devices reach each other as in a node: a
    /// rack's switches (NVL72) where they join several nodes, else the node's. Null: none is described.
    [[nodiscard]] const Link* scaleUp() const;
    /// Some link carries collectives.
    [[nodiscard]] bool connectsDevices() const;
    /// The peak of \p kind for \p dtype; bf16 and fp16 stand for each other, then the vector engine for the
    /// matrix one.
    [[nodiscard]] const Engine* engine(EngineKind kind, Dtype dtype) const;
    /// The curve for \p operation; for bf16 also fp16's and the other way round. Null where there is none.
    [[nodiscard]] const EfficiencyCurve* curve(std::string_view operation, Dtype dtype) const;
    /// The device's own coefficients for \p dtype; null where nothing is known.
    [[nodiscard]] const DeviceRates* ratesOf(Dtype dtype) const;
    /// The calibration called \p name becomes the only one; false where there is none.
    bool selectCalibration(std::string_view name);
    [[nodiscard]] std::optional<std::int64_t> devices() const; ///< nodes x devicesPerNode, none: unlimited
};

} // namespace shardscope::core
