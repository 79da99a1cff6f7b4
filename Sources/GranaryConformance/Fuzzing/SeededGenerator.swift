/// Random numbers that are the same for the same seed, on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A number from 0 up to, but not, a bound; 0 when the bound is not positive.
    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// True once in the given number of times.
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

    /// One of some values; `nil` when there are none.
    mutating func element<C: RandomAccessCollection>(of values: C) -> C.Element? {
        values.isEmpty ? nil : values[values.index(values.startIndex, offsetBy: below(values.count))]
    }

    /// One of at least one value.
    mutating func pick<T>(_ first: T, _ others: T...) -> T {
        let position = below(others.count + 1)
        return position == 0 ? first : others[position - 1]
    }

    /// Some of the values, each with the same chance, in their order.
    mutating func some<T>(_ values: [T], oneIn chance: Int = 2) -> [T] {
        var chosen: [T] = []
        for value in values where self.chance(chance) { chosen.append(value) }
        return chosen
    }
}
