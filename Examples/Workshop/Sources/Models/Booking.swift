public import FoundationEssentials
public import Granary

/// A bicycle that somebody brings on a day.
@Model(indexes: [["stage", "made"]]) public final class Booking {
    /// The key, made at the insertion.
    public var id: UUID
    /// Who brings it.
    @Attribute(.notEmpty, .length(...60)) public var name: String
    /// Where the workshop writes to when it is ready.
    @Attribute(.length(...120), .pattern("[^@ ]+@[^@ ]+", message: "email")) public var email: String
    /// What is brought, such as “a blue tandem”.
    @Attribute(.notEmpty, .length(...60)) public var bicycle: String
    /// What the workshop should know.
    @Attribute(.length(...500)) public var remark: String = ""
    /// How far the repair is.
    public var stage: Stage = .booked
    /// When the booking was made.
    @Attribute(.indexed, default: Date.now) public var made: Date
    /// The price that was agreed on.
    @Attribute(.range(0...), .fraction(...2)) public var price: Decimal = 0
    /// The day on which it is brought.
    @Relationship(.required) public var day: Day?
    /// What is to be done.
    @Relationship(.required) public var work: Work?
}
