// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic that remembers. A formula is written once, templated on a number kind: PlainNumbers for search,
// ExplainedNumbers for the panel. Both do the same operations in the same order, so their values are
// bit-equal.
#pragma once

#include "core/explain/derivation.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::core {

/// A quantity with the tree of how it came to be. Cheap to copy (a shared pointer).
template <Dimension D>
class Explained {
public:
    Explained()
        : Explained(Quantity<D>{}, "0")
    {
    }
    /// A bare constant: a coefficient of a cited formula.
    Explained(Quantity<D> value, std::string label)
        : m_node(std::make_shared<Derivation>(
              Derivation{Operation::Leaf, value.value(), D, std::move(label), SourceKind::Constant, {}, {}}))
    {
    }
    explicit Explained(DerivationPtr node)
        : m_node(std::move(node))
    {
    }

    [[nodiscard]] Quantity<D> quantity() const { return Quantity<D>{m_node->value}; }
    [[nodiscard]] double value() const { return m_node->value; }
    [[nodiscard]] const DerivationPtr& derivation() const { return m_node; }

private:
    DerivationPtr m_node;
};

namespace detail {
template <Dimension D>
Explained<D> node(Operation operation, double value, std::vector<DerivationPtr> operands)
{
    return Explained<D>{std::make_shared<const Derivation>(
        Derivation{operation, value, D, {}, SourceKind::Derived, {}, std::move(operands)})};
}
template <Dimension D>
Explained<D> constant(double value)
{
    return Explained<D>{Quantity<D>{value}, numberText(value)};
}
} // namespace detail

template <Dimension D>
Explained<D> operator+(const Explained<D>& a, const Explained<D>& b)
{
    return detail::node<D>(Operation::Add, a.value() + b.value(), {a.derivation(), b.derivation()});
}
template <Dimension D>
Explained<D> operator-(const Explained<D>& a, const Explained<D>& b)
{
    return detail::node<D>(Operation::Subtract, a.value() - b.value(), {a.derivation(), b.derivation()});
}
template <Dimension A, Dimension B>
auto operator*(const Explained<A>& a, const Explained<B>& b)
{
    return detail::node<A + B>(Operation::Multiply, a.value() * b.value(), {a.derivation(), b.derivation()});
}
template <Dimension A, Dimension B>
auto operator/(const Explained<A>& a, const Explained<B>& b)
{
    return detail::node<A + (-B)>(Operation::Divide, a.value() / b.value(), {a.derivation(), b.derivation()});
}
template <Dimension D>
Explained<D> operator*(double a, const Explained<D>& b)
{
    return detail::constant<kNumber>(a) * b;
}
template <Dimension D>
Explained<D> operator*(const Explained<D>& a, double b)
{
    return a * detail::constant<kNumber>(b);
}
template <Dimension D>
Explained<D> operator/(const Explained<D>& a, double b)
{
    return a / detail::constant<kNumber>(b);
}
template <Dimension D>
bool operator<(const Explained<D>& a, const Explained<D>& b)
{
    return a.value() < b.value();
}

/// The functions a formula may use beside + - * /. Same names for both number kinds.
template <Dimension D>
Quantity<D> maximum(Quantity<D> a, Quantity<D> b)
{
    return a < b ? b : a;
}
template <Dimension D>
Quantity<D> minimum(Quantity<D> a, Quantity<D> b)
{
    return b < a ? b : a;
}
/// ceil(a / b): whole shards, whole blocks.
template <Dimension A, Dimension B>
auto ceilDivide(Quantity<A> a, Quantity<B> b)
{
    return Quantity<A + (-B)>{std::ceil(a.value() / b.value())};
}
template <Dimension D>
Explained<D> maximum(const Explained<D>& a, const Explained<D>& b)
{
    return detail::node<D>(Operation::Maximum, a.value() < b.value() ? b.value() : a.value(),
                           {a.derivation(), b.derivation()});
}
template <Dimension D>
Explained<D> minimum(const Explained<D>& a, const Explained<D>& b)
{
    return detail::node<D>(Operation::Minimum, b.value() < a.value() ? b.value() : a.value(),
                           {a.derivation(), b.derivation()});
}
template <Dimension A, Dimension B>
auto ceilDivide(const Explained<A>& a, const Explained<B>& b)
{
    return detail::node<A + (-B)>(Operation::CeilDivide, std::ceil(a.value() / b.value()),
                                  {a.derivation(), b.derivation()});
}

/// The number kind for search: nothing is remembered.
struct PlainNumbers {
    static constexpr bool kExplains = false;
    template <Dimension D>
    using Q = Quantity<D>;

    template <Dimension D>
    static Q<D> leaf(Quantity<D> value, std::string_view, SourceKind, std::string_view)
    {
        return value;
    }
    template <Dimension D>
    static Q<D> named(std::string_view, Q<D> value, std::string_view)
    {
        return value;
    }
    template <Dimension D>
    static Quantity<D> plain(Q<D> value)
    {
        return value;
    }
};

/// The number kind for the panel: leaves say where they come from, named results cite their formula.
struct ExplainedNumbers {
    static constexpr bool kExplains = true;
    template <Dimension D>
    using Q = Explained<D>;

    template <Dimension D>
    static Q<D> leaf(Quantity<D> value, std::string_view label, SourceKind source, std::string_view citation)
    {
        return Q<D>{std::make_shared<const Derivation>(Derivation{
            Operation::Leaf, value.value(), D, std::string{label}, source, std::string{citation}, {}})};
    }
    template <Dimension D>
    static Q<D> named(std::string_view label, const Q<D>& value, std::string_view citation)
    {
        return Q<D>{std::make_shared<const Derivation>(Derivation{Operation::Named,
                                                                  value.value(),
                                                                  D,
                                                                  std::string{label},
                                                                  SourceKind::Derived,
                                                                  std::string{citation},
                                                                  {value.derivation()}})};
    }
    template <Dimension D>
    static Quantity<D> plain(const Q<D>& value)
    {
        return value.quantity();
    }
};

} // namespace shardscope::core
