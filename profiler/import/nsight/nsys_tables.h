// SPDX-License-Identifier: GPL-3.0-or-later
// The tables and words of Nsight Systems' SQLite exports that are read, and columns looked up by name.
// Source: SQLite Export Schema Reference.
#pragma once

#include "profiler/import/nsight/read_only_database.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::nsys {

enum class Shape { Device, Host };

struct KnownTable {
    std::string_view table;
    std::string_view category; ///< Kineto's word where there is one, so that the same analyses apply
    Shape shape;
};

inline constexpr std::array kKnownTables{
    KnownTable{"CUPTI_ACTIVITY_KIND_KERNEL", "kernel", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "cuda_sync", Shape::Device},
    KnownTable{"CUDA_GRAPH_EVENTS", "cuda_graph", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "cuda_graph", Shape::Device},
    KnownTable{"CUPTI_ACTIVITY_KIND_RUNTIME", "cuda_runtime", Shape::Host},
    KnownTable{"CUPTI_ACTIVITY_KIND_DRIVER", "cuda_driver", Shape::Host},
    KnownTable{"PROFILER_OVERHEAD", "overhead", Shape::Host},
    KnownTable{"OSRT_API", "os_runtime", Shape::Host},
    KnownTable{"NVTX_EVENTS", "user_annotation", Shape::Host},
};

/// Where the nodes of CUDA graphs were made, while a capture recorded them or a graph was copied.
inline constexpr std::string_view kGraphNodes = "CUDA_GRAPH_NODE_EVENTS";

// NVTX_EVENTS.eventType (ENUM_NSYS_EVENT_TYPE).
inline constexpr std::int64_t kNvtxMark = 34, kNvtxPushPop = 59, kNvtxStartEnd = 60;

// ENUM_CUDA_MEMCPY_OPER, in the words that Kineto uses for the same copies.
inline constexpr std::array<std::string_view, 14> kCopies{
    "Unknown", "HtoD", "DtoH", "HtoA", "AtoH",         "AtoA",         "AtoD",
    "DtoA",    "DtoD", "HtoH", "PtoP", "Unified HtoD", "Unified DtoH", "Unified DtoD"};

/// Columns of one table by name.
class TableColumns {
public:
    explicit TableColumns(std::vector<std::string> names)
        : m_names(std::move(names))
    {
    }
    [[nodiscard]] bool has(std::string_view name) const
    {
        return std::ranges::find(m_names, name) != m_names.end();
    }
    /// The first of \p candidates that is there, quoted; "NULL" where none is.
    [[nodiscard]] std::string pick(std::initializer_list<std::string_view> candidates) const
    {
        for (const std::string_view candidate : candidates) {
            if (has(candidate))
                return quotedName(candidate);
        }
        return "NULL";
    }

private:
    std::vector<std::string> m_names;
};

} // namespace shardscope::profiler::nsys
