public import FoundationEssentials

/// A decimal that is written in a query: `$0.price == 19.99`.
///
/// The compiler makes a `Double` of such a literal. The decimal has the shortest digits that distinguish the `Double`
/// from all others, which are the written ones as long as there are at most 15 of them. Write `Decimal(string: "…")`
/// for more.
public struct DecimalLiteral: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
    /// The number.
    public let decimal: Decimal

    /// Takes a literal with a fraction or an exponent.
    public init(floatLiteral value: Double) { decimal = JSONNumber(value)?.decimal ?? .nan }
    /// Takes a whole number.
    public init(integerLiteral value: Int) { decimal = Decimal(value) }
}
