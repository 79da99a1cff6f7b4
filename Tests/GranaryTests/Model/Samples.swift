import Foundation

@testable import Granary
import GranaryConformance

/// The schema of the models in this folder.
let sampleSchema = Result {
    try Schema(
        "Samples",
        configurations: [
            "Default": [
                Sample.self, OptionalSample.self, DefaultSample.self, Airline.self, Flight.self, Person.self,
                Visit.self,
            ],
            "Operations": [Leg.self, Nested.Inner.self, Names.self, Vault.self, Keeper.self, Odd.self],
        ])
}

/// The entity of a model in ``sampleSchema``.
func entity<M: Model>(of model: M.Type) throws -> Entity {
    guard let entity = try sampleSchema.get().entity(M.modelDescription.name) else {
        throw GranaryError(.schema, "The model is not in the schema.")
    }
    return entity
}

/// Reads an object from values as if a store had them.
func decoded<M: Model>(_ model: M.Type, from values: [Value]) throws -> M {
    let cursor = ValueCursor(rows: [values])
    _ = try cursor.advance()
    return try M(_from: Row(cursor, of: try entity(of: M.self)))
}

extension Model {
    /// The object's columns.
    func columns() throws -> [Value] { try columnValues(of: try entity(of: Self.self)) }

    /// The same object as if it had been read from a store.
    func stored() throws -> Self {
        let object = try decoded(Self.self, from: try columns())
        try object.load()
        return object
    }

    /// Makes the object a stored one of a context that is gone.
    func load() throws {
        let entity = try entity(of: Self.self)
        let batch = LoadBatch(link: GraphLink(nil), entity: entity)
        ObjectTable(entity).load(self, &_objectState, objectKey.keyBits, version: 1, into: batch)
    }

    /// The names of the properties that have changed since the object was read.
    func changes() throws -> [String] {
        let entity = try entity(of: Self.self)
        return (_objectState.changes?.properties.positions ?? []).map { entity.propertyName($0) }
    }
}

extension Sample {
    /// An object with random values of every type.
    static func random(_ generator: inout SeededGenerator) -> Sample {
        func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }
        return Sample(
            id: Int(number(.min ... .max)), bool: number(0...1) == 1, int: Int(number(.min ... .max)),
            int8: Int8(number(-128...127)), int16: Int16(number(-32768...32767)),
            int32: Int32(number(-0x8000_0000...0x7FFF_FFFF)), int64: number(.min ... .max),
            uint: UInt(number(0 ... .max)), uint8: UInt8(number(0...255)), uint16: UInt16(number(0...65535)),
            uint32: UInt32(number(0...0xFFFF_FFFF)), uint64: UInt64(number(0 ... .max)),
            double: Double(number(.min ... .max)) / 1e6, float: Float(number(-1000...1000)) / 8,
            string: String(
                (0..<number(0...30)).map { _ in Character(Unicode.Scalar(UInt8(number(1...127)))) }),
            data: Data((0..<number(0...30)).map { _ in UInt8(number(0...255)) }),
            date: Date(timeIntervalSince1970: Double(number(-4_000_000_000...4_000_000_000)) / 7),
            uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(number(0...255)))),
            decimal: Decimal(number(.min ... .max)) / 1000, url: URL(filePath: "/tmp/\(number(0...99))"),
            grade: number(0...1) == 0 ? .low : .high, level: number(0...1) == 0 ? .one : .two,
            address: Address(street: "Bäckergaße \"\(number(0...9))\"", number: number(0...1) == 0 ? nil : 3),
            shape: number(0...1) == 0 ? .square : .circle(radius: 2.5), tags: ["", "a\"b", "é"],
            counts: ["a": 1, "b": Int(number(-9...9))], numbers: [1, 2, Int(number(3...9))],
            grades: [.low, .high])
    }
}
