import Granary
import Testing

@Suite struct SchemaResolutionTests {
    static let airline = ModelDescription(
        name: "Airline", attributes: [.init("code", .text), .init("name", .text)],
        relationships: [
            .init("flights", to: "Flight", isToMany: true, inverse: "airline", deleteRule: .cascade)
        ],
        key: ["code"])
    static let flight = ModelDescription(
        name: "Flight",
        attributes: [.init("id", .uuid), .init("delay", .integer, isOptional: true, isIndexed: true)],
        relationships: [.init("airline", to: "Airline", isToMany: false, isOptional: false)], key: ["id"])

    func schema(_ models: ModelDescription...) throws -> Schema {
        try Schema("Test", descriptions: models.map { ($0, nil) })
    }

    @Test func columnsAreAttributesThenForeignKeys() throws {
        let schema = try schema(Self.flight, Self.airline)
        #expect(schema.entities.map(\.name) == ["Airline", "Flight"])
        #expect(schema.entities.map(\.index) == [0, 1])
        let flight = try #require(schema.entity("Flight"))
        #expect(flight.columns.map(\.name) == ["id", "delay", "airline_code"])
        #expect(flight.columns.map(\.type) == [.uuid, .integer, .text])
        #expect(flight.columns.map(\.isOptional) == [false, true, false])
        #expect(flight.columns.map(\.property) == [0, 1, 2])
        #expect(flight.columns(ofProperty: 2) == 2..<3)
        #expect(flight.keyColumns == [0])
        #expect(flight.indexes == [[1], [2]])
        #expect(flight.configuration == "Default")
    }

    @Test func theOtherSideLearnsTheInverse() throws {
        let schema = try schema(Self.flight, Self.airline)
        let toOne = try #require(schema.entity("Flight")?.relationship("airline"))
        let toMany = try #require(schema.entity("Airline")?.relationship("flights"))
        #expect(toOne.inverse === toMany && toMany.inverse === toOne)
        #expect(toOne.storage == .ownColumns && toMany.storage == .destinationColumns(inverse: toOne))
        #expect(toOne.deleteRule == .nullify && toMany.deleteRule == .cascade)
        #expect(toOne.columns == 2..<3 && toOne.position == 0 && toMany.position == 0)
        #expect(toOne.property == 2 && toMany.property == -1)
        #expect(!toOne.crossesConfigurations && !toMany.crossesConfigurations)
    }

    @Test func relationshipsMayCrossConfigurations() throws {
        let schema = try Schema(
            "Test", descriptions: [(Self.flight, nil), (Self.airline, nil)],
            configurations: ["Reference": ["Airline"], "Operations": ["Flight"]])
        #expect(schema.configurations == ["Operations", "Reference"])
        #expect(schema.entities.map(\.name) == ["Flight", "Airline"])
        #expect(schema.entities(in: "Reference").map(\.name) == ["Airline"])
        #expect(schema.entity("Flight")?.relationship("airline")?.crossesConfigurations == true)
    }

    @Test func compoundKeysAndGivenColumnNames() throws {
        let gate = ModelDescription(
            name: "Gate", attributes: [.init("airport", .text, column: "iata"), .init("number", .integer)],
            key: ["airport", "number"])
        let stop = ModelDescription(
            name: "Stop", attributes: [.init("id", .integer)],
            relationships: [
                .init("from", to: "Gate", isToMany: false),
                .init("to", to: "Gate", isToMany: false, column: "at"),
                .init("previous", to: "Stop", isToMany: false, column: "prior"),
            ], key: ["id"])
        let entity = try #require(schema(gate, stop).entity("Stop"))
        #expect(
            entity.columns.map(\.name) == ["id", "from_iata", "from_number", "at_iata", "at_number", "prior"])
        #expect(entity.indexes == [[1, 2], [3, 4], [5]])
        #expect(entity.propertyCount == 4)
    }

    @Test func manyToManyGetsOneTableOfPairs() throws {
        let student = ModelDescription(
            name: "Student", attributes: [.init("id", .integer)],
            relationships: [.init("courses", to: "Course", isToMany: true)], key: ["id"])
        let course = ModelDescription(
            name: "Course", attributes: [.init("id", .uuid)],
            relationships: [.init("students", to: "Student", isToMany: true)], key: ["id"])
        let schema = try schema(student, course)
        let link = try #require(schema.links.first)
        #expect(schema.links.count == 1 && link.name == "Course_students")
        #expect(link.firstEntity.name == "Course" && link.secondEntity.name == "Student")
        #expect(
            link.firstColumns.map(\.name) == ["course_id"] && link.secondColumns.map(\.name) == ["student_id"]
        )
        #expect(link.firstColumns.map(\.type) == [.uuid] && link.secondColumns.map(\.type) == [.integer])
        #expect(schema.entity("Student")?.relationship("courses")?.storage == .link(link, isFirst: false))
        #expect(schema.entity("Course")?.relationship("students")?.inverse?.name == "courses")
        #expect(schema.links(in: "Default") == [link] && schema.links(in: "Other") == [])
    }

    @Test func manyToManyOfOneModel() throws {
        let person = ModelDescription(
            name: "Person", attributes: [.init("id", .integer)],
            relationships: [
                .init("follows", to: "Person", isToMany: true, inverse: "followers"),
                .init("followers", to: "Person", isToMany: true),
                .init("blocked", to: "Person", isToMany: true), .init("muted", to: "Person", isToMany: true),
            ], key: ["id"])
        let schema = try schema(person)
        #expect(schema.links.map(\.name) == ["Person_blocked", "Person_followers", "Person_muted"])
        let pairs = schema.links[1]
        #expect(
            pairs.firstColumns.map(\.name) == ["follows_id"]
                && pairs.secondColumns.map(\.name) == ["followers_id"])
        let blocked = try #require(schema.entity("Person")?.relationship("blocked"))
        #expect(blocked.inverse == nil && blocked.storage == .link(schema.links[0], isFirst: true))
        #expect(schema.links[0].firstColumns.map(\.name) == ["person_id"])
        #expect(schema.links[0].secondColumns.map(\.name) == ["blocked_id"])
    }

    @Test func inversesAreInferredOnlyWhereNothingElseIsMeant() throws {
        let team = ModelDescription(
            name: "Team", attributes: [.init("id", .integer)],
            relationships: [
                .init("players", to: "Player", isToMany: true),
                .init("captain", to: "Player", isToMany: false),
            ], key: ["id"])
        let player = ModelDescription(
            name: "Player", attributes: [.init("id", .integer)],
            relationships: [.init("team", to: "Team", isToMany: false)], key: ["id"])
        let schema = try schema(team, player)
        #expect(schema.entity("Team")?.relationship("players")?.inverse?.name == "team")
        #expect(schema.entity("Team")?.relationship("captain")?.inverse == nil)
        #expect(schema.entity("Player")?.relationship("team")?.inverse?.name == "players")
    }

    @Test func uniquesAndIndexesLeaveOutWhatIsThere() throws {
        let seat = ModelDescription(
            name: "Seat",
            attributes: [
                .init("row", .integer), .init("letter", .text),
                .init("tag", .text, isUnique: true, isIndexed: true),
            ],
            relationships: [.init("owner", to: "Seat", isToMany: false)], key: ["row", "letter"],
            uniques: [["owner", "tag"], ["letter", "row"], ["tag"]],
            indexes: [["row"], ["letter"], ["letter"], ["tag", "row"]])
        let entity = try #require(schema(seat).entity("Seat"))
        #expect(entity.columns.map(\.name) == ["row", "letter", "tag", "owner_row", "owner_letter"])
        #expect(entity.uniques == [[2], [3, 4, 2]])
        #expect(entity.indexes == [[1], [2, 0]])
    }
}
