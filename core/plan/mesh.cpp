// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/mesh.h"

namespace shardscope::core {
namespace {

std::int64_t& along(MeshCoordinate& at, MeshAxis axis)
{
    switch (axis) {
    case MeshAxis::Tensor: return at.tensor;
    case MeshAxis::Context: return at.context;
    case MeshAxis::Replica: return at.replica;
    case MeshAxis::Pipeline: break;
    }
    return at.pipeline;
}

} // namespace

std::int64_t Mesh::degree(MeshAxis axis) const
{
    switch (axis) {
    case MeshAxis::Tensor: return m_axes.tensor;
    case MeshAxis::Context: return m_axes.context;
    case MeshAxis::Replica: return m_axes.replica;
    case MeshAxis::Pipeline: break;
    }
    return m_axes.pipeline;
}

std::int64_t Mesh::stride(MeshAxis axis) const
{
    switch (axis) {
    case MeshAxis::Tensor: return 1;
    case MeshAxis::Context: return m_axes.tensor;
    case MeshAxis::Replica: return m_axes.tensor * m_axes.context;
    case MeshAxis::Pipeline: break;
    }
    return m_axes.tensor * m_axes.context * m_axes.replica;
}

MeshCoordinate Mesh::coordinate(std::int64_t rank) const
{
    MeshCoordinate at;
    at.tensor = rank % m_axes.tensor;
    rank /= m_axes.tensor;
    at.context = rank % m_axes.context;
    rank /= m_axes.context;
    at.replica = rank % m_axes.replica;
    at.pipeline = rank / m_axes.replica;
    return at;
}

std::int64_t Mesh::rank(const MeshCoordinate& at) const
{
    return at.tensor +
           m_axes.tensor * (at.context + m_axes.context * (at.replica + m_axes.replica * at.pipeline));
}

std::vector<std::int64_t> Mesh::group(MeshAxis axis, std::int64_t rank) const
{
    MeshCoordinate at = coordinate(rank);
    std::vector<std::int64_t> ranks;
    ranks.reserve(static_cast<std::size_t>(degree(axis)));
    for (std::int64_t i = 0; i < degree(axis); ++i) {
        along(at, axis) = i;
        ranks.push_back(this->rank(at));
    }
    return ranks;
}

} // namespace shardscope::core
