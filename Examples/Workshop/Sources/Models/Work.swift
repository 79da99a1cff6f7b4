public import FoundationEssentials
public import Granary

/// A line of the price list.
@Model public final class Work {
    /// The short name, such as `brakes`.
    @Attribute(.primaryKey) public var code: String
    /// What is done.
    @Attribute(.notEmpty, .length(...60)) public var title: String
    /// The price.
    @Attribute(.range(0...), .fraction(...2)) public var price: Decimal
}
