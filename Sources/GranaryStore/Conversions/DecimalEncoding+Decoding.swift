public import FoundationEssentials

extension DecimalEncoding {
    /// Decodes the text of ``encode(_:)``.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for any other text, including a second form of the same number.
    public static func decode(_ text: String) throws(GranaryError) -> Decimal {
        try decimal(Bytewise.withBytes(text) { read($0) })
    }

    /// Decodes the UTF-8 bytes of the text of ``encode(_:)``, as ``decode(_:)`` does.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(GranaryError) -> Decimal {
        try decimal(read(bytes))
    }

    private static func decimal(_ parts: DecimalParts?) throws(GranaryError) -> Decimal {
        guard let decimal = parts?.decimal else {
            throw GranaryError(
                .malformed, "A stored decimal has another form than Granary writes; correct the row.")
        }
        return decimal
    }

    /// Reads a form; `nil` when it is malformed.
    private static func read(_ bytes: UnsafeRawBufferPointer) -> DecimalParts? {
        guard let sign = bytes.first, bytes.count <= longest else { return nil }
        if sign == zero { return bytes.count == 1 ? DecimalParts(0) : nil }
        let isNegative = sign == negative
        guard isNegative || sign == positive, bytes.count > 4 else { return nil }
        if isNegative, bytes[bytes.count - 1] != terminator { return nil }
        let digits = 4..<(bytes.count - (isNegative ? 1 : 0))
        guard let biased = number(bytes, 1..<4, complemented: false),
            let significand = number(bytes, digits, complemented: isNegative)
        else { return nil }
        let exponent = isNegative ? bias - 1 - Int(biased) : Int(biased) - bias
        let parts = DecimalParts(
            isNegative: isNegative, significand: significand, exponent: exponent - digits.count + 1)
        // Leading and trailing zeros would be other forms of the same number.
        return parts.digitCount == digits.count && parts.hasStorableDigits ? parts : nil
    }

    /// Reads 1 to 38 digits; `nil` for another number of them, and for a byte that is not a digit.
    private static func number(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, complemented: Bool
    ) -> UInt128? {
        guard !range.isEmpty, range.count <= DecimalLimits.digits else { return nil }
        var (value, chunk, factor): (UInt128, UInt64, UInt64) = (0, 0, 1)
        for index in range {
            let byte = complemented ? complement(bytes[index]) : bytes[index]
            guard byte >= zero, byte <= zero + 9 else { return nil }
            chunk = chunk * 10 + UInt64(byte - zero)
            factor *= 10
            if factor == 10_000_000_000_000_000_000 {
                value = value * UInt128(factor) + UInt128(chunk)
                (chunk, factor) = (0, 1)
            }
        }
        return value * UInt128(factor) + UInt128(chunk)
    }
}
