import Foundation
import Testing

@testable import Granary
import GranaryConformance

@Suite struct RowTests {
    @Test(arguments: 1...20) func everyTypeReadsBackAsWritten(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sample = Sample.random(&generator)
        let copy = try decoded(Sample.self, from: try sample.columns())
        var (found, wanted) = (try copy.columns(), try sample.columns())
        // The elements of a set come in any order.
        let numbers = try #require(try entity(of: Sample.self).attributePosition("numbers"))
        (found[numbers], wanted[numbers]) = (.null, .null)
        #expect(found == wanted)
        #expect(copy.date == sample.date, "a date is rounded when assigned, so it reads back as it was")
        #expect(copy.shape == sample.shape && copy.address == sample.address && copy.counts == sample.counts)
        #expect(copy.string.utf8.elementsEqual(sample.string.utf8) && copy.numbers == sample.numbers)
        #expect(
            (copy.int8, copy.uint64, copy.float, copy.decimal) == (
                sample.int8, sample.uint64, sample.float, sample.decimal
            ))
        #expect(
            (copy.url, copy.level, copy.grade, copy.data) == (
                sample.url, sample.level, sample.grade, sample.data
            ))
    }

    @Test func missingValuesAreNulls() throws {
        let sample = OptionalSample()
        let columns = try sample.columns()
        #expect(columns.dropFirst().allSatisfy { $0.isNull })
        #expect(try decoded(OptionalSample.self, from: columns).tags == nil)
    }

    @Test func optionalValuesReadBack() throws {
        let sample = OptionalSample(
            bool: false, int: 0, int64: .min, string: "", date: Date(timeIntervalSince1970: 0.1234567),
            decimal: 1.5,
            grade: .high, level: .two, address: Address(street: "x"), shape: .square, tags: [],
            counts: ["a": 1])
        let copy = try decoded(OptionalSample.self, from: try sample.columns())
        #expect((copy.bool, copy.int, copy.int64, copy.string) == (false, 0, .min, ""))
        #expect((copy.grade, copy.level, copy.tags) == (.high, .two, []))
        #expect((copy.address, copy.shape, copy.counts) == (Address(street: "x"), .square, ["a": 1]))
        #expect(copy.date == sample.date && copy.uint8 == nil)
    }

    @Test func onlySelectedPropertiesAreWritten() throws {
        let airline = Airline(code: "UA", name: "United")
        let flight = Flight(departure: Date(timeIntervalSince1970: 5), delay: 3, airline: airline)
        flight._setReference(.key(.text("UA")), at: 0)
        for wanted in 0..<4 {
            var properties = PropertySet()
            properties.insert(wanted)
            let columns = ValueCollector(columns: 4)
            try flight.encode(properties, of: try entity(of: Flight.self), into: columns)
            #expect(columns.values.enumerated().filter { !$1.isNull }.map(\.offset) == [wanted])
        }
    }

    @Test func anErrorOfAWriteNamesTheProperty() throws {
        let sample = try Sample.random(&Self.generator).stored()
        sample.double = .nan
        let error = #expect(throws: GranaryError.self) { try sample.columns() }
        #expect(error?.code == .invalidValue)
        #expect(error?.context == .init(entity: "Sample", properties: ["double"]))
        let text = #expect(throws: GranaryError.self) {
            sample.double = 1
            sample.string = "a\0b"
            return try sample.snapshot.columnValues(of: try entity(of: Sample.self))
        }
        #expect(text?.context.properties == ["string"])
        sample.string = ""
        sample.decimal = try #require(Decimal(string: "170141183460469231731687303715884105727"))
        let digits = #expect(throws: GranaryError.self) { try sample.columns() }
        #expect(digits?.code == .invalidValue && digits?.context.properties == ["decimal"])
    }

    @Test func aMalformedRowLeavesTheObjectAsItWas() throws {
        let flight = Flight(departure: Date(timeIntervalSince1970: 5), delay: 3)
        let cursor = ValueCursor(rows: [[.uuid(UUID()), .date(9), .text("late"), .null]])
        _ = try cursor.advance()
        let error = #expect(throws: GranaryError.self) {
            try flight._overwrite(from: Row(cursor, of: try entity(of: Flight.self)))
        }
        #expect(error?.code == .malformed)
        #expect(flight.departure == Date(timeIntervalSince1970: 5) && flight.delay == 3)
    }

    @Test func aRowOverwritesEverything() throws {
        let flight = Flight(departure: Date(timeIntervalSince1970: 5), delay: 3)
        let id = UUID()
        let cursor = ValueCursor(rows: [[.uuid(id), .date(9_000_000), .null, .text("AA")]])
        _ = try cursor.advance()
        try flight._overwrite(from: Row(cursor, of: try entity(of: Flight.self)))
        #expect((flight.id, flight.departure, flight.delay) == (id, Date(timeIntervalSince1970: 9), nil))
        #expect(flight.snapshot.airline == "AA")
        #expect(flight._objectState.changes == nil)
    }

    @Test func anUnknownCaseIsMalformed() throws {
        var columns = try Sample.random(&Self.generator).columns()
        let grade = try #require(try entity(of: Sample.self).attributePosition("grade"))
        columns[grade] = .text("middling")
        let error = #expect(throws: GranaryError.self) { try decoded(Sample.self, from: columns) }
        #expect(error?.code == .malformed && error?.context.properties == ["grade"])
        #expect(error?.description.contains("middling") == false)
    }

    @Test func oddTypesReadBack() throws {
        let odd = Odd(
            flags: .wet, label: Label(rawValue: "x"), byColor: [.red: 1], nested: [["a": [1]]], range: 1...3,
            colors: [.blue])
        let copy = try decoded(Odd.self, from: try odd.columns())
        #expect((copy.size, copy.color, copy.flags, copy.label?.rawValue) == (4, .red, .wet, "x"))
        #expect(
            (copy.byColor, copy.nested, copy.range, copy.colors) == ([.red: 1], [["a": [1]]], 1...3, [.blue]))
        #expect(Odd.where { $0.flags == .wet && $0.color != .blue && $0.size > 3 }.problem == nil)
    }

    @Test func privatePropertiesAreStoredToo() throws {
        let vault = Vault.sample()
        let columns = try vault.columns()
        #expect(columns[..<5] == [.integer(.min), .text("closed"), .integer(3), .text("s"), .text("[]")])
        #expect(try decoded(Vault.self, from: columns).columns() == columns)
        #expect(vault.shelf == "top" && vault.lock == 5 && vault.visitor == nil && !vault.isHeavy)
    }

    private static var generator: SeededGenerator {
        get { SeededGenerator(seed: 1) }
        set { _ = newValue }
    }
}
