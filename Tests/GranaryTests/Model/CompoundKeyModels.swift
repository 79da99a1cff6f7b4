public import FoundationEssentials
public import Granary

/// A compound key of every type that may be part of one.
@Model(
    table: "legs", configuration: "Operations", unique: [["carrier", "origin"]], indexes: [["day", "seat"]])
public final class Leg {
    /// The day.
    @Attribute(.primaryKey) public var day: Date
    /// The carrier.
    @Attribute(.primaryKey) public var carrier: String
    /// The number.
    @Attribute(.primaryKey) public var number: Int
    /// The origin.
    @Attribute(.primaryKey) public var origin: UUID
    /// Whether it is an extra leg.
    @Attribute(.primaryKey) public var extra: Bool
    /// A small number.
    @Attribute(.primaryKey) public var tiny: UInt8
    /// The seat.
    @Attribute(.indexed, column: "seat_name", renamedFrom: "place") public var seat: String?
    /// The ticket.
    @Attribute(.unique) public var ticket: String
    /// The leg after this one.
    @Relationship(inverse: \Leg.previous) public var next: Leg?
    /// The leg before this one.
    @Relationship public var previous: Leg?
    /// Parts of this leg.
    @Relationship public var children: ToMany<Leg>
}

enum Nested {
    @Model final class Inner {
        @Attribute(.primaryKey) var `default`: String
        var `class`: Int
        var `switch`: Level
        var `inout`: Level?
        @Relationship var peer: Nested.Inner?
        @Relationship var others: ToMany<Inner>
    }
}

/// Names that the generated code uses itself for other things.
@Model final class Names {
    @Attribute(.primaryKey) var column: Int
    @Attribute(.primaryKey) var row: String
    @Attribute(.primaryKey) var hash: Int
    @Attribute(.primaryKey) var parts: Int
    @Attribute(.primaryKey) var part0: Int
    @Attribute(.primaryKey) var left: Int
    var key: Int
    var writer: Int
    var entity: Int
    var property: Int
    var properties: Int
    var position: Int
    var values: Level
    var decoder: Int
    var encoder: Int
    var reference: Int
    var members: Int
    var encode: Int
    var restore: Int
    var overwrite: Int
    var fields: Int
    var modelDescription: Int
    var newValue: Int
    var initialValue: Int
    var error: Int
    var description: String
    var path: Int
    var attribute0: Int
    var all: Int
    var object: Int
    var bringsOthers: Int
    var identifyTargets: Int
    var entry: Int
    var enter: Int
    var settle: Int
    var addChanges: Int
    @Relationship var container: Names?
    @Relationship var field: Names?
}
