public import FoundationEssentials

/// Hashes the values of some columns into the bits by which a row and a snapshot are matched, without boxing them.
///
/// Equal values have equal bits: text by its bytes, decimals by value. Different ones collide as rarely as keys of the
/// identity map.
@usableFromInline package final class MatchKeyWriter: ColumnWriter {
    @exclusivity(unchecked) private var hash = _KeyHash()

    /// Makes a writer that has hashed nothing.
    @usableFromInline package init() {}

    /// The bits of everything written since the last call; begins again.
    @usableFromInline package func finish() -> KeyBits {
        defer { hash = _KeyHash() }
        return hash.bits
    }

    /// Each value follows its kind, so that null and zero differ.
    private func add(_ kind: UInt64, _ word: UInt64) {
        hash.add(kind)
        hash.add(word)
    }

    @usableFromInline package func null(at column: Int) { add(0, 0) }
    @usableFromInline package func bool(_ value: Bool, at column: Int) { add(1, value ? 1 : 0) }
    @usableFromInline package func integer(_ value: Int64, at column: Int) {
        add(2, UInt64(bitPattern: value))
    }
    @usableFromInline package func real(_ value: Double, at column: Int) { add(3, (value + 0).bitPattern) }
    @usableFromInline package func text(_ value: String, at column: Int) {
        hash.add(4)
        hash.add(value)
    }
    @usableFromInline package func data(_ value: Data, at column: Int) {
        add(5, UInt64(value.count))
        for byte in value { hash.add(UInt64(byte)) }
    }
    @usableFromInline package func date(_ value: Int64, at column: Int) { add(6, UInt64(bitPattern: value)) }
    @usableFromInline package func uuid(_ value: UUID, at column: Int) {
        hash.add(7)
        hash.add(KeyBits(value))
    }
    @usableFromInline package func decimal(_ value: Decimal, at column: Int) {
        let parts = DecimalParts(value)
        add(8, parts?.isNegative == true ? 1 : 0)
        hash.add(UInt64(truncatingIfNeeded: parts?.significand ?? 0))
        hash.add(UInt64(truncatingIfNeeded: (parts?.significand ?? 0) >> 64))
        hash.add(UInt64(bitPattern: Int64(parts?.exponent ?? .max)))
    }
}
