import Foundation
import Granary
import GranaryConformance
import Testing

/// Rows are saved in the order of their keys, however that is found out.
@Suite struct SaveOrderTests {
    /// A part of a key that often equals, or begins like, another one.
    private func part(_ kind: Int, _ random: inout SeededGenerator) -> Value {
        let number = [Int64.min, -1, 0, 1, 255, 256, .max].randomElement(using: &random) ?? 0
        switch kind {
        case 0: return .integer(number)
        case 1: return .date(number)
        case 2:
            return .text(
                ["", "a", "a\u{0}", "ab", "ä", "\u{1}", "z", "😀"].randomElement(using: &random) ?? "")
        case 3: return .bool(Bool.random(using: &random))
        case 4:
            var bytes = UUID(uuidString: "00000000-0000-0000-0000-000000000000")?.uuid ?? UUID().uuid
            (bytes.0, bytes.15) = (.random(in: 126...130, using: &random), .random(in: 0...1, using: &random))
            return .uuid(UUID(uuid: bytes))
        default: return .decimal(Decimal(Int.random(in: -2...2, using: &random)))
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>) func compoundKeysComeInTheirOrder(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let kinds = (0..<Int.random(in: 2...4, using: &random)).map { _ in
            Int.random(in: 0..<6, using: &random)
        }
        let keys = (0..<100).map { _ in ObjectKey.compound(kinds.map { part($0, &random) }) }
        #expect(SavedOrder.sorted(keys) { $0 } == keys.sorted(), "seed \(seed)")
    }

    @Test func otherKeysComeInTheirOrder() {
        let numbers = [3, -1, 2].map { ObjectKey.integer($0) }
        #expect(SavedOrder.sorted(numbers) { $0 } == [-1, 2, 3].map { ObjectKey.integer($0) })
        let texts = ["b", "a", "ab"].map { ObjectKey.text($0) }
        #expect(SavedOrder.sorted(texts) { $0 } == ["a", "ab", "b"].map { ObjectKey.text($0) })
        #expect(SavedOrder.sorted([ObjectKey]()) { $0 }.isEmpty)
    }
}
