import FoundationEssentials
import Granary

/// A key that the framework makes of the time.
@Model final class Stamp {
    var id: UUID
    var text: String = ""
}

/// A narrow integer key from blocks that the store reserves.
@Model final class Token {
    var id: Int8
    var text: String = ""
}

/// A key of every type that can be a part of one.
@Model final class Journey {
    @Attribute(.primaryKey) var day: Date
    @Attribute(.primaryKey) var carrier: String
    @Attribute(.primaryKey) var number: Int
    @Attribute(.primaryKey) var origin: UUID
    @Attribute(.primaryKey) var isReturn: Bool
    var seats: Int?
    @Relationship var following: Journey?
}

/// Unique values: one attribute, and two together.
@Model(unique: [["row", "column"]]) final class Seat {
    var id: Int
    @Attribute(.unique) var label: String?
    var row: Int?
    var column: Int?
}

/// A unique reference: no two refer to the same person.
@Model(unique: [["person"]]) final class Passport {
    var id: Int
    @Attribute(.unique) var number: Data?
    @Attribute(.unique) var amount: Decimal?
    @Relationship var person: Person?
}

/// Names that mean something to engines.
@Model(table: "select * from \"where\"", unique: [["order"]], indexes: [["group", "limit"]])
final class Keyword {
    var id: Int
    var order: Int?
    @Attribute(column: "drop table;--") var group: String?
    @Attribute(.indexed, column: "it's \"quoted\"") var limit: Int?
    @Attribute(column: "größe ☂") var size: Double?
    @Relationship(column: "key") var parent: Keyword?
    @Relationship(inverse: \Keyword.parent) var children: ToMany<Keyword>
}
