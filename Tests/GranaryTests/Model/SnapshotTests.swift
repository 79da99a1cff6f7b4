import Foundation
import Testing

@testable import Granary
import GranaryConformance

/// A model with properties that are named like members that the framework calls.
@Model private final class Booking {
    var id: Int
    var restore: Bool
    var reference: String
    @Relationship var members: Booking?
    var key: Int = 1
    var overwrite: Int = 2
    var differences: Int = 3
    var markSaved: Int = 4
    var objectState: Int = 5
}

@Suite struct SnapshotTests {
    @Test(arguments: 1...10) func snapshotsAreCodable(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sample = Sample.random(&generator)
        let json = try JSONEncoder().encode(sample.snapshot)
        let copy = try JSONDecoder().decode(Sample.Snapshot.self, from: json)
        let entity = try entity(of: Sample.self)
        var (found, wanted) = (try copy.columnValues(of: entity), try sample.columns())
        // JSON itself carries decimals as binary numbers, and sets in any order.
        for name in ["decimal", "numbers"] {
            let position = try #require(entity.attributePosition(name))
            (found[position], wanted[position]) = (.null, .null)
        }
        #expect(found == wanted && copy.numbers == sample.numbers)
    }

    @Test func enumerationsAreCodedByRawValue() throws {
        let snapshot = OptionalSample(grade: .high).snapshot
        let json = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
        #expect(json.contains("\"grade\":\"high\"") && !json.contains("level"))
        let wrong = json.replacing("\"high\"", with: "\"middling\"")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(OptionalSample.Snapshot.self, from: Data(wrong.utf8))
        }
        let null = json.replacing("\"high\"", with: "null")
        #expect(try JSONDecoder().decode(OptionalSample.Snapshot.self, from: Data(null.utf8)).grade == nil)
    }

    @Test func snapshotsCanBeSent() async throws {
        let snapshot = Airline(code: "UA", name: "United").snapshot
        let name = await Task { snapshot.name }.value
        #expect(name == "United")
    }

    @Test func aSnapshotDoesNotFollowItsObject() {
        let airline = Airline(code: "UA", name: "United")
        let snapshot = airline.snapshot
        airline.name = "Other"
        #expect(snapshot.name == "United" && airline.snapshot.name == "Other")
    }

    @Test func propertiesMayBeNamedLikeMembersThatTheFrameworkCalls() {
        let booking = Booking(restore: true, reference: "A1")
        let before = booking.snapshot
        booking.restore = false
        booking.reference = "B2"
        #expect(!booking.snapshot.restore && booking.snapshot.reference == "B2")
        booking.restoreAny(.all, from: before)
        #expect(booking.restore && booking.reference == "A1" && booking.snapshot == before)
        #expect(Booking(before).snapshot == before)
        #expect(booking.members == nil && booking.key == 1 && booking.overwrite == 2)
        #expect(booking.differences == 3 && booking.markSaved == 4 && booking.objectState == 5)
    }

    @Test func ownInitialisersWork() {
        let person = Person(named: "Ada")
        #expect(person.name == "Ada" && person.hasSecret && person.id == .unassigned && person.visits == 0)
    }
}
