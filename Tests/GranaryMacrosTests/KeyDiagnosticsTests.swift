import Testing

@Suite struct KeyDiagnosticsTests {
    private let missing =
        "'Flight' needs a primary key: mark an attribute with '@Attribute(.primaryKey)', or add 'var id: UUID'"

    @Test func noKey() {
        expectMistake(
            "@Model final class ▶Flight {\n    var name: String\n}", missing,
            fix: ("{\n    var name", "{\n    var id: UUID\n    var name"))
        expectMistake("@Model final class ▶Flight {}", missing, fix: ("{}", "{\n    var id: UUID\n}"))
    }

    @Test func unmarkedTextIdentifier() {
        expectMistake(
            "@Model final class Flight {\n    var ▶id: String\n}", missing,
            fix: ("var id", "@Attribute(.primaryKey) var id"))
    }

    @Test func identifierWithOtherMark() {
        expectMistake(
            "@Model final class Flight {\n    ▶@Attribute(.unique) var id: String\n}", missing,
            fix: ("(.unique)", "(.primaryKey)"))
        expectMistake(
            "@Model final class Flight {\n    var id: ▶Int?\n}",
            "a primary key cannot be missing; write 'Int'", fix: ("Int?", "Int"))
    }

    @Test(arguments: [
        "UUID", "Int", "Int64", "Int32", "Int16", "Int8", "UInt32", "UInt16", "UInt8", "String", "FlightID",
    ])
    func goodKeys(_ type: String) {
        expectNoMistake("@Model final class Flight { @Attribute(.primaryKey) var number: \(type) }")
    }

    @Test func optional() {
        expectMistake(
            "@Model final class Flight { @Attribute(.primaryKey) var number: ▶Int? }",
            "a primary key cannot be missing; write 'Int'", fix: ("Int?", "Int"))
    }

    @Test(arguments: ["UInt", "UInt64"]) func tooWide(_ type: String) {
        expectMistake(
            "@Model final class Flight { @Attribute(.primaryKey) var number: ▶\(type) }",
            "a primary key must fit 64 signed bits; write 'Int64'", fix: (type, "Int64"))
    }

    @Test(arguments: ["Double", "Bool", "Date", "Data", "[Int]", "URL", "Decimal"]) func wrongType(
        _ type: String
    ) {
        expectMistake(
            "@Model final class Flight { @Attribute(.primaryKey) var number: ▶\(type) }",
            "a primary key is an integer, a UUID or a String")
    }

    @Test func compound() {
        expectNoMistake(
            "@Model final class Leg { @Attribute(.primaryKey) var day: Date; @Attribute(.primaryKey) var late: Bool }"
        )
        expectMistake(
            "@Model final class Leg { @Attribute(.primaryKey) var day: Date; @Attribute(.primaryKey) var size: ▶Double }",
            "the parts of a primary key are integers, UUID, String, Bool or Date")
    }

    @Test func reservedPart() {
        expectMistake(
            "@Model final class Leg { @Attribute(.primaryKey) var a: Int; @Attribute(.primaryKey) var ▶keyBits: Int }",
            "'keyBits' is a name the macro needs itself; choose another one")
    }

    @Test func uniqueKey() {
        expectMistake(
            "@Model final class Flight { ▶@Attribute(.primaryKey, .unique) var number: Int }",
            "a primary key is unique already; remove '.unique'",
            fix: ("(.primaryKey, .unique)", "(.primaryKey)"))
    }
}
