import Foundation
import Testing

@testable import Granary
import GranaryConformance

@Suite struct CompoundKeyTests {
    private func leg(_ generator: inout SeededGenerator) -> Leg {
        let seconds = Double(Int64.random(in: -60_000_000_000...250_000_000_000, using: &generator))
        return Leg(
            day: Date(timeIntervalSince1970: seconds),
            carrier: ["é", "e\u{301}", "", "UA"].randomElement(using: &generator) ?? "",
            number: .random(in: .min ... .max, using: &generator), origin: UUID(),
            extra: .random(using: &generator),
            tiny: .random(in: .min ... .max, using: &generator), ticket: "t")
    }

    @Test(arguments: 1...20) func keysGoEveryWayAndBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let key = leg(&generator).objectKey
        #expect(Leg.Key(objectKey: key.objectKey) == key)
        #expect(try JSONDecoder().decode(Leg.Key.self, from: try JSONEncoder().encode(key)) == key)
        #expect(key.objectKey.bits == key.keyBits, "the identity map finds an object by either")
        let columns = ValueCollector(columns: 8)
        var column = 1
        key._encode(into: columns, at: &column)
        #expect(column == 7 && columns.values[1...6] == key.objectKey.values[...])
        let cursor = ValueCursor(rows: [columns.values])
        _ = try cursor.advance()
        column = 1
        #expect(
            try Leg.Key._decode(Row(cursor, of: try entity(of: Leg.self)), at: &column) == key && column == 7)
    }

    @Test func aNullPartMakesNoKey() throws {
        var generator = SeededGenerator(seed: 1)
        var values = leg(&generator).objectKey.objectKey.values
        values[3] = .null
        let cursor = ValueCursor(rows: [values])
        _ = try cursor.advance()
        var column = 0
        #expect(
            try Leg.Key._decode(Row(cursor, of: try entity(of: Leg.self)), at: &column) == nil && column == 6)
    }

    @Test func textPartsCompareByBytes() {
        var generator = SeededGenerator(seed: 3)
        var composed = leg(&generator).objectKey
        composed.carrier = "\u{E9}"
        var decomposed = composed
        decomposed.carrier = "e\u{301}"
        #expect(composed != decomposed && composed.keyBits != decomposed.keyBits)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test func keysOfAnotherShapeAreRefused() {
        #expect(Leg.Key(objectKey: .integer(1)) == nil)
        #expect(Leg.Key(objectKey: .compound([.integer(1)])) == nil)
        var generator = SeededGenerator(seed: 4)
        var values = leg(&generator).objectKey.objectKey.values
        values[5] = .integer(256)
        #expect(Leg.Key(objectKey: .compound(values)) == nil, "256 is out of the range of UInt8")
    }

    @Test func aDateNoStoreCanHoldDoesNotTrap() {
        let leg = Leg(
            day: .distantFuture.addingTimeInterval(1e18), carrier: "", number: 0, origin: UUID(),
            extra: false, tiny: 0,
            ticket: "")
        _ = leg.objectKey.keyBits
        #expect(leg.objectKey.objectKey.values[0] == .date(253_402_300_799_999_999))
        #expect(throws: GranaryError.self) { try leg.columns() }
    }

    @Test func theKeyOfARowIsThatOfItsObject() throws {
        var generator = SeededGenerator(seed: 5)
        let leg = leg(&generator)
        let cursor = ValueCursor(rows: [try leg.columns()])
        _ = try cursor.advance()
        let row = Row(cursor, of: try entity(of: Leg.self))
        #expect(try Leg._key(in: row) == leg.objectKey)
        #expect(try Leg._keyBits(in: row) == leg.objectKey.keyBits)
    }

    @Test func referencesToCompoundKeysTakeSeveralColumns() throws {
        var generator = SeededGenerator(seed: 6)
        let (first, second) = (leg(&generator), leg(&generator))
        first._setReference(.key(second.objectKey.objectKey), at: 1)
        let copy = try decoded(Leg.self, from: try first.columns())
        #expect(copy.snapshot.previous == second.objectKey && copy.snapshot.next == nil)
        #expect(copy._referenceBits(at: 1) == second.objectKey.keyBits)
        #expect(try entity(of: Leg.self).columns.count == 8 + 6 + 6)
    }

    @Test func assigningAKeySetsItsParts() {
        var generator = SeededGenerator(seed: 7)
        let (first, second) = (leg(&generator), leg(&generator))
        first._assignKey(second.objectKey)
        #expect(first.objectKey == second.objectKey && first.carrier == second.carrier)
    }

    @Test func namesOfPropertiesDoNotCollideWithGeneratedCode() throws {
        let key = Names.Key(column: 1, row: "r", hash: 3, parts: 4, part0: 5, left: 6)
        #expect(Names.Key(objectKey: key.objectKey) == key)
        #expect(
            key.objectKey.values == [
                .integer(1), .text("r"), .integer(3), .integer(4), .integer(5), .integer(6),
            ])
        let columns: [Value] = key.objectKey.values + (0..<29).map { $0 == 6 ? .integer(2) : .integer($0) }
        let wide = columns[..<25] + [.text("d")] + columns[25...] + Array(repeating: .null, count: 12)
        let object = try decoded(Names.self, from: Array(wide))
        #expect(object.objectKey == key && object.values == .two)
        #expect(try object.columns().count == Names.modelDescription.attributes.count + 12)
    }
}
