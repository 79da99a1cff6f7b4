public import FoundationEssentials
public import Granary

/// A compound key of every type that may be part of one.
@Model(table: "legs", configuration: "Operations", unique: [["carrier", "origin"]], indexes: [["day", "seat"]])
public final class Leg {
    @Attribute(.primaryKey) public var day: Date
    @Attribute(.primaryKey) public var carrier: String
    @Attribute(.primaryKey) public var number: Int
    @Attribute(.primaryKey) public var origin: UUID
    @Attribute(.primaryKey) public var extra: Bool
    @Attribute(.primaryKey) public var tiny: UInt8
    @Attribute(.indexed, column: "seat_name", renamedFrom: "place") public var seat: String?
    @Attribute(.unique) public var ticket: String
    @Relationship(inverse: \Leg.previous) public var next: Leg?
    @Relationship public var previous: Leg?
    @Relationship public var children: ToMany<Leg>
}

enum Nested {
    @Model final class Inner {
        @Attribute(.primaryKey) var `default`: String
        var `class`: Int
        @Relationship var peer: Nested.Inner?
        @Relationship var others: ToMany<Inner>
    }
}
