import Foundation
import Testing

@testable import Granary

@Suite struct ModelDescriptionTests {
    @Test func everyTypeHasItsKind() throws {
        let kinds = Dictionary(
            uniqueKeysWithValues: Sample.modelDescription.attributes.map { ($0.name, $0.type) })
        let integers = [
            "id", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
            "level",
        ]
        for name in integers { #expect(kinds[name] == .integer, "\(name)") }
        for name in ["address", "shape", "tags", "counts", "numbers", "grades"] {
            #expect(kinds[name] == .json, "\(name)")
        }
        for name in ["string", "url", "grade"] { #expect(kinds[name] == .text, "\(name)") }
        #expect(
            (kinds["bool"], kinds["double"], kinds["float"], kinds["data"]) == (.bool, .real, .real, .data))
        #expect((kinds["date"], kinds["uuid"], kinds["decimal"]) == (.date, .uuid, .decimal))
        #expect(Sample.modelDescription.attributes.allSatisfy { !$0.isOptional })
    }

    @Test func optionalsHaveTheKindOfWhatTheyWrap() {
        let plain = Sample.modelDescription.attributes.dropFirst().map(\.type)
        let optional = OptionalSample.modelDescription.attributes.dropFirst()
        #expect(optional.map(\.type) == plain)
        #expect(optional.allSatisfy { $0.isOptional })
    }

    @Test func defaultsAreTheLiterals() throws {
        let defaults = DefaultSample.modelDescription.attributes.map { ($0.name, $0.defaultValue) }
        let found = Dictionary(uniqueKeysWithValues: defaults).compactMapValues { $0 }
        #expect(
            found == [
                "bool": .bool(true), "int": .integer(-3), "uint8": .integer(255), "double": .real(3),
                "float": .real(-1.5), "string": .text("é"), "decimal": .decimal(1.25), "added": .integer(5),
                "label": .text("none"), "tags": .text("[]"), "counts": .text("{\"a\":1}"),
                "optional": .integer(4),
                "grade": .text("low"), "level": .integer(2),
            ])
        #expect(
            Visit.modelDescription.attributes.map(\.defaultValue) == [.text("none"), nil, nil, .integer(7)])
    }

    @Test func newObjectsHaveTheDefaults() {
        let sample = DefaultSample()
        #expect((sample.bool, sample.int, sample.added, sample.label) == (true, -3, 5, "none"))
        #expect((sample.optional, sample.missing, sample.level, sample.id) == (4, nil, .two, .unassigned))
        let before = Date().addingTimeInterval(-1)
        let visit = Visit()
        #expect(visit.code == "none" && visit.count == 2 && visit.made > before)
    }

    @Test func namesAndOptions() {
        let leg = Leg.modelDescription
        #expect((leg.name, leg.table, leg.configuration) == ("Leg", "legs", "Operations"))
        #expect(leg.key == ["day", "carrier", "number", "origin", "extra", "tiny"])
        #expect(leg.uniques == [["carrier", "origin"]] && leg.indexes == [["day", "seat"]])
        let seat = leg.attributes[6]
        #expect(
            (seat.column, seat.isIndexed, seat.isUnique, seat.renamedFrom) == (
                "seat_name", true, false, "place"
            ))
        #expect(leg.attributes[7].isUnique)
        #expect((Airline.modelDescription.table, Airline.modelDescription.key) == ("Airline", ["code"]))
        #expect(
            Nested.Inner.modelDescription.attributes.map(\.name) == ["default", "class", "switch", "inout"])
    }

    @Test func relationships() {
        let person = Person.modelDescription.relationships
        #expect(person.map(\.name) == ["flights", "manager", "reports"])
        #expect(person.map(\.isToMany) == [true, false, true])
        #expect(person.map(\.destinationName) == ["Flight", "Person", "Person"])
        #expect(person.map(\.inverse) == [nil, nil, "manager"])
        #expect(person.map(\.deleteRule) == [nil, .deny, nil])
        #expect(person.map(\.column) == [nil, "boss", nil])
        #expect(person[1].destination?() is Person.Type)
    }

    @Test func theSchemaAcceptsThem() throws {
        let schema = try sampleSchema.get()
        #expect(schema.entity("Airline")?.relationship("flights")?.inverse?.name == "airline")
        #expect(schema.entity("Flight")?.relationship("airline")?.inverse?.name == "flights")
    }

    @Test func fieldsMakePredicates() {
        let query = Flight.where { $0.delay > 60 && $0.airline.name == "United" && $0.crew.isEmpty }
        #expect(query.predicate != nil && query.problem == nil)
        let samples = Sample.where { $0.grade == .low && $0.decimal < 3 && $0.level != .two && $0.uint8 >= 3 }
        #expect(samples.problem == nil)
        let optionals = OptionalSample.where {
            $0.grade == nil && $0.level == .one && $0.address.isNil && $0.tags.isNil
        }
        #expect(optionals.problem == nil)
        #expect(Person.where { $0.manager.manager.name == "x" }.problem == nil)
    }
}
