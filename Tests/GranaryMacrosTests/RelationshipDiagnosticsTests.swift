import Testing

@Suite struct RelationshipDiagnosticsTests {
    private func model(_ member: String) -> String {
        "@Model final class Flight {\n    var id: UUID\n    \(member)\n}"
    }

    @Test func goodRelationships() {
        expectNoMistake(model("@Relationship var airline: Airline?"))
        expectNoMistake(model("@Relationship var airline: Airline? = nil"))
        expectNoMistake(model("@Relationship var airline: Optional<Airline>"))
        expectNoMistake(
            model("@Relationship(inverse: \\Person.flights, onDelete: .nullify) var crew: ToMany<Person>"))
        expectNoMistake(
            model("@Granary.Relationship(inverse: \\App.Person.flights) var crew: Granary.ToMany<App.Person>")
        )
    }

    @Test func ofItsOwnType() {
        expectMistake(
            model("@Relationship var parent: ▶Self?"),
            "a stored property cannot have the type 'Self'; write 'Flight?'", fix: ("Self?", "Flight?"))
        expectMistake(
            model("@Relationship(inverse: \\Flight.parent) var legs: ▶ToMany<Self>"),
            "a stored property cannot have the type 'Self'; write 'ToMany<Flight>'",
            fix: ("ToMany<Self>", "ToMany<Flight>"))
    }

    @Test(arguments: ["private(set)", "fileprivate(set)"]) func setters(_ modifier: String) {
        expectMistake(
            model("@Relationship public ▶\(modifier) var crew: ToMany<Person>"),
            "a relationship to many has no setter, so nothing can be said of it; remove '\(modifier)'",
            fix: ("public \(modifier) var", "public var"))
        expectMistake(
            model("@Relationship ▶\(modifier) var crew: ToMany<Person>"),
            "a relationship to many has no setter, so nothing can be said of it; remove '\(modifier)'",
            fix: ("@Relationship \(modifier) var", "@Relationship var"))
        expectNoMistake(model("@Relationship public \(modifier) var airline: Airline?"))
    }

    @Test func notOptional() {
        expectMistake(
            model("@Relationship var airline: ▶Airline"),
            "a relationship to one must be optional: the other object may be deleted elsewhere; write 'Airline?'",
            fix: (": Airline", ": Airline?"))
    }

    @Test(arguments: ["[Person]", "Set<Person>", "Array<Person>", "[Person]?"]) func collections(
        _ type: String
    ) {
        expectMistake(
            model("@Relationship var crew: ▶\(type)"),
            "a relationship to many has the type 'ToMany<Person>', which loads itself when it is looked at",
            fix: (type, "ToMany<Person>"))
    }

    @Test func unmarked() {
        expectMistake(
            model("var crew: ▶ToMany<Person>"), "a relationship must be marked @Relationship",
            fix: ("var crew", "@Relationship var crew"))
    }

    @Test(arguments: ["Int", "String", "Int?", "Date?", "ToMany<UUID>"]) func values(_ type: String) {
        let name = type.replacing("?", with: "").replacing("ToMany<", with: "").replacing(">", with: "")
        expectMistake(
            model("@Relationship var size: ▶\(type)"),
            "'\(name)' is no model, so this is an attribute; remove @Relationship",
            fix: ("@Relationship ", ""))
    }

    @Test func optionalMany() {
        expectMistake(
            model("@Relationship var crew: ▶ToMany<Person>?"),
            "a relationship to many is never nil, only empty; write 'ToMany<Person>'",
            fix: ("ToMany<Person>?", "ToMany<Person>"))
    }

    @Test func initialValues() {
        expectMistake(
            model("@Relationship var crew: ToMany<Person> = ▶[]"),
            "a relationship begins empty; remove the initial value", fix: (" = []", ""))
        expectMistake(
            model("@Relationship var airline: Airline? = ▶Airline()"),
            "a relationship begins empty; remove the initial value", fix: (" = Airline()", ""))
    }

    @Test func attributeOnRelationship() {
        expectMistake(
            model("@Relationship ▶@Attribute(.unique) var airline: Airline?"),
            "'airline' is a relationship; remove @Attribute", fix: ("@Attribute(.unique) ", ""))
    }

    @Test func inverse() {
        expectMistake(
            model("@Relationship(inverse: \\▶Plane.flights) var crew: ToMany<Person>"),
            "the inverse must be a property of 'Person', the related model, not of 'Plane'",
            fix: ("Plane", "Person"))
        expectMistake(
            model("@Relationship(inverse: ▶\\.flights) var crew: ToMany<Person>"),
            "name the model in the inverse: '\\Person.flights'", fix: ("\\.flights", "\\Person.flights"))
        expectMistake(
            model("@Relationship(inverse: ▶\\Person.home.name) var crew: ToMany<Person>"),
            "name the inverse by a key path to one property, such as '\\Person.name'")
        expectMistake(
            model("@Relationship(inverse: ▶path) var crew: ToMany<Person>"),
            "name the inverse by a key path to one property, such as '\\Person.name'")
    }
}
