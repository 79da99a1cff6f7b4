import Foundation
import GranaryTestSupport
import Testing

@testable import Granary
import GranaryConformance

@Suite struct ChangeTrackingTests {
    @Test func newObjectsTrackNothing() throws {
        let flight = Flight(departure: Date(timeIntervalSince1970: 0), delay: 3)
        flight.delay = 4
        #expect(flight.delay == 4)
        #expect(flight._objectState.changes == nil)
    }

    @Test func aSetterMarksItsPropertyAndKeepsTheOldValues() throws {
        let person = try Person(named: "Ada").stored()
        person.name = "Grace"
        person.name = "Edith"
        person.visit()
        #expect(try person.changes() == ["name", "visits"])
        let original = person._objectState.changes?.original as? Person.Snapshot
        #expect(original?.name == "Ada" && original?.visits == 0)
    }

    @Test func theSameValueIsNoChange() throws {
        let flight = try Flight(departure: Date(timeIntervalSince1970: 0.5), delay: 3).stored()
        flight.delay = 3
        flight.departure = Date(timeIntervalSince1970: 0.500_000_2)
        #expect(try flight.changes() == [])
        flight.departure = Date(timeIntervalSince1970: 0.500_001)
        #expect(try flight.changes() == ["departure"])
    }

    @Test func composedAndDecomposedTextDiffer() throws {
        let person = try Person(named: "\u{E9}").stored()
        person.name = "e\u{301}"
        #expect(try person.changes() == ["name"])
    }

    @Test func structuredValuesAreTracked() throws {
        var generator = SeededGenerator(seed: 2)
        let sample = try Sample.random(&generator).stored()
        sample.tags.append("new")
        sample.address.number = 77
        sample.address.number = 77
        sample.counts = sample.counts
        #expect(try sample.changes() == ["address", "tags"])
    }

    @Test func transientPropertiesAreNotTracked() throws {
        let flight = try Flight(departure: Date(timeIntervalSince1970: 0)).stored()
        flight.note = "x"
        #expect(try flight.changes() == [])
    }

    @Test func restoreBringsSomePropertiesBack() throws {
        let flight = try Flight(departure: Date(timeIntervalSince1970: 0), delay: 1).stored()
        let before = flight.snapshot
        flight.delay = 2
        flight.departure = Date(timeIntervalSince1970: 9)
        flight._setReference(.key(.text("UA")), at: 0)
        var properties = PropertySet()
        properties.insert(2)
        flight._restore(properties, from: before)
        #expect(flight.delay == 1 && flight.departure == Date(timeIntervalSince1970: 9))
        #expect(flight.snapshot.airline == "UA")
        flight._restore(.all, from: before)
        #expect(flight.departure == Date(timeIntervalSince1970: 0) && flight.snapshot.airline == nil)
    }

    @Test func aKeyCannotChangeAfterInsertion() throws {
        let airline = Airline(code: "UA", name: "United")
        airline.code = "AA"
        #expect(airline.objectKey == "AA")
        try airline.load()
        airline.code = "DL"
        #expect(airline.code == "AA")
        airline._assignKey("BA")
        #expect(airline.code == "BA", "the framework itself may still assign it")
    }

    @Test func theSameKeyIsNoChange() throws {
        let context = try makeStack().makeContext()
        let team = Team(code: "A", name: "Ants")
        try context.insert(team)
        team.code = team.code
        try context.save()
        team.code = "A"
        team.name = "Apes"
        try context.save()
        team.code = "B"
        expectError(.invalidObject) { try context.save() }
    }

    @Test func positionsOutsideTheModelAreHarmless() throws {
        let flight = Flight(departure: Date(timeIntervalSince1970: 0))
        for position in [-1, 1, 99] {
            flight._setReference(.key(.text("x")), at: position)
            flight._setMembers(ToManyMembers(), at: position)
            #expect(flight._members(at: position) == nil && flight._referenceBits(at: position) == nil)
            if case .empty = flight._reference(at: position) {
            } else {
                Issue.record("a reference at \(position)")
            }
        }
        #expect(flight._members(at: 0) == nil)
    }
}
