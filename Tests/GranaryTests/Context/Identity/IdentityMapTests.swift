import FoundationEssentials
import Granary
import GranaryConformance
import Testing

/// The identity map against a dictionary, in random programs.
@Suite(.timeLimit(.minutes(1))) struct IdentityMapTests {
    private final class Thing {
        let bits: KeyBits
        init(_ bits: KeyBits) { self.bits = bits }
    }

    /// Keys that are near each other, far from each other, negative, and alike in one half.
    private static func bits(_ generator: inout some RandomNumberGenerator) -> KeyBits {
        let number = Int64.random(in: -200...200, using: &generator)
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: number.keyBits
        case 1: (number << 40).keyBits
        case 2: KeyBits(high: UInt64(bitPattern: number), low: 7)
        default: KeyBits(high: 7 << 60, low: UInt64(bitPattern: number))
        }
    }

    @Test(arguments: 1...20) func itFindsWhatADictionaryFinds(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let map = IdentityMap()
        var places: [KeyBits: (place: UInt32, thing: Thing)] = [:]
        for _ in 0..<4_000 {
            let bits = Self.bits(&generator)
            if let present = places[bits], Bool.random(using: &generator) {
                map.remove(at: present.place)
                places[bits] = nil
            } else if places[bits] == nil {
                let thing = Thing(bits)
                places[bits] = (map.insert(thing, bits), thing)
            }
            let other = Self.bits(&generator)
            #expect(map.object(other) === places[other]?.thing, "seed \(seed)")
            #expect(map.place(of: other) == places[other]?.place, "seed \(seed)")
        }
        #expect(map.count == places.count, "seed \(seed)")
        for (place, thing) in places.values { #expect(map.object(at: place) === thing, "seed \(seed)") }
    }

    /// The search for a key begins at a slot of its own, or ends near it: in maps of every size, and for keys in steps
    /// as programs have them.
    @Test(arguments: [1, -1, 2, 3, 10]) func searchesForConsecutiveKeysAreShort(_ step: Int64) {
        for count: Int64 in [500, 1_000, 5_000, 10_000, 20_000] {
            let map = IdentityMap()
            let keys = (1...count).map { ($0 * step).keyBits }
            for key in keys { _ = map.insert(Thing(key), key) }
            var taken: Set<Int> = []
            var steps = 0
            for key in keys {
                var slot = map.home(of: key)
                while !taken.insert(slot).inserted { (slot, steps) = (slot + 1, steps + 1) }
            }
            #expect(steps < count, "\(count) keys")
        }
    }

    @Test func itLetsGoOfWhatNobodyElseHolds() {
        let map = IdentityMap()
        let kept = Thing(KeyBits(high: 0, low: 1))
        weak var gone: Thing?
        do {
            let thing = Thing(KeyBits(high: 0, low: 2))
            gone = thing
            _ = map.insert(kept, kept.bits)
            _ = map.insert(thing, thing.bits)
        }
        map.sweep { _ in false }
        #expect(gone != nil && map.count == 2)
        map.sweep { _ in true }
        #expect(gone == nil && map.count == 1)
        #expect(map.object(kept.bits) === kept)
    }
}
