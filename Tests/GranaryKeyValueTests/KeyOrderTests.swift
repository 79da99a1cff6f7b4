import Foundation
import Granary
import GranaryConformance
import GranaryKeyValue
import Testing

/// The order of encoded keys is the order of their values, and each says where it ends.
@Suite struct KeyOrderTests {
    static let types: [AttributeType] = [.bool, .integer, .real, .text, .data, .date, .uuid, .decimal]

    /// A value of a kind; often one near another, or at the edge of what there is.
    static func value(_ type: AttributeType, _ random: inout some RandomNumberGenerator) throws -> Value {
        switch type {
        case .bool: return .bool(.random(using: &random))
        case .integer: return .integer(integer(&random))
        case .real:
            let edges = [0, -1.5, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300, -1e-300]
            return .real(
                try .random(using: &random)
                    ? #require(edges.randomElement(using: &random)) : .random(in: -9...9, using: &random))
        case .text:
            return .text(
                String(decoding: bytes(&random, ["a", "b", "ä", "\u{1}", "\u{10FFFF}"]), as: UTF8.self))
        case .data:
            return .data(
                Data(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        [0, 1, 254, 255].randomElement(using: &random) ?? 0
                    }))
        case .date: return .date(integer(&random) % 62_135_596_800_000_000)
        case .uuid:
            let high = UInt64.random(in: 0...3, using: &random) << 56
            return .uuid(
                withUnsafeBytes(of: (high.bigEndian, random.next())) {
                    UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
                })
        case .decimal, .json:
            let digits = Decimal(Int.random(in: -999...999, using: &random))
            return .decimal(
                digits
                    * (.random(using: &random)
                        ? 1
                        : Decimal(
                            sign: .plus, exponent: -Int.random(in: 0...3, using: &random), significand: 1)))
        }
    }

    private static func integer(_ random: inout some RandomNumberGenerator) -> Int64 {
        let shift = Int64.random(in: 0...63, using: &random)
        return Int64(bitPattern: random.next()) >> shift
    }

    private static func bytes(_ random: inout some RandomNumberGenerator, _ parts: [String]) -> [UInt8] {
        (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
            Array((parts.randomElement(using: &random) ?? "").utf8)
        }
    }

    @Test func bytesAreOrderedAsValues() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let types = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
                try #require(Self.types.randomElement(using: &random))
            }
            let left = try types.map { try Self.value($0, &random) }
            // The first parts are often the same, so that the last decide.
            let right = try zip(types, left).map {
                try Bool.random(using: &random) ? $1 : Self.value($0, &random)
            }
            let (a, b) = (try #require(KeyCoding.encode(left)), try #require(KeyCoding.encode(right)))
            let order = zip(left, right).map { $0.compare($1) }.first { $0 != .equal } ?? .equal
            #expect(a.lexicographicallyPrecedes(b) == (order == .less), "seed \(seed): \(left) \(right)")
            #expect((a == b) == (order == .equal), "seed \(seed): \(left) \(right)")
            #expect(
                try KeyCoding.decode(a, types).map { $0.values } == (ObjectKey(left)?.values), "seed \(seed)")
        }
    }

    @Test func damagedKeysAreErrorsAndNotTraps() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let types = try (0..<2).map { _ in try #require(Self.types.randomElement(using: &random)) }
            var bytes = try #require(KeyCoding.encode(try types.map { try Self.value($0, &random) }))
            bytes.removeLast(Int.random(in: 0...min(2, bytes.count - 1), using: &random))
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = try? KeyCoding.decode(bytes, types)
        }
    }

    @Test func noKeyHoldsANullCharacterOrNotANumber() {
        #expect(KeyCoding.encode([.text("a\0b")]) == nil)
        #expect(KeyCoding.encode([.decimal(.nan)]) == nil)
    }
}
