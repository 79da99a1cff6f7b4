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
    @Relationship var container: Names?
    @Relationship var field: Names?
}
