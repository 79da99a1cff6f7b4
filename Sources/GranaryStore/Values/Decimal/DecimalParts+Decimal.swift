package import FoundationEssentials

extension DecimalParts {
    /// Splits a decimal into its parts; `nil` for NaN.
    package init?(_ decimal: Decimal) {
        guard !decimal.isNaN else { return nil }
        if DecimalLayout.isKnown {
            let (negative, significand, exponent) = DecimalLayout.read(decimal)
            self.init(isNegative: negative, significand: significand, exponent: exponent)
        } else {
            guard let significand = UInt128(decimal.significand.magnitude.description) else { return nil }
            self.init(
                isNegative: decimal.isSignMinus, significand: significand, exponent: decimal.exponent)
        }
    }

    /// The number as a `Decimal`; `nil` when its digits or exponent do not fit one exactly.
    package var decimal: Decimal? {
        guard significand != 0 else { return Decimal() }
        guard exponent >= -128 else { return nil }
        var (digits, power) = (significand, exponent)
        while power > 127 {
            let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            (digits, power) = (product, power - 1)
        }
        if DecimalLayout.isKnown { return DecimalLayout.make(isNegative, digits, power) }
        let high = Decimal(UInt64(truncatingIfNeeded: digits >> 64))
        let low = Decimal(UInt64(truncatingIfNeeded: digits))
        let whole = high * (Decimal(UInt64.max) + 1) + low
        return Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: whole)
    }
}

/// The bytes of a `Decimal`, which are the same in every Foundation: exponent, flags, eight 16-bit digits.
///
/// Reading them costs a few nanoseconds, while the public way, through text, costs a microsecond. The layout is checked
/// once per process; if it is not the known one, the public way is used.
package enum DecimalLayout {
    /// Whether decimals are laid out as this type expects.
    package static let isKnown: Bool = {
        guard MemoryLayout<Decimal>.size == 20, Decimal().isZero else { return false }
        let samples: [(Bool, UInt64, Int)] = [(true, 12345, -2), (false, 7, 127), (true, .max, -128)]
        return samples.allSatisfy { negative, significand, exponent in
            let decimal = Decimal(
                sign: negative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
            return read(decimal) == (negative, UInt128(significand), exponent)
                && make(negative, UInt128(significand), exponent) == decimal
        }
    }()

    private static let compactFlag: UInt8 = 0x04
    private static let negativeFlag: UInt8 = 0x08

    /// Reads sign, significand and exponent; the decimal must not be NaN.
    static func read(_ decimal: Decimal) -> (Bool, UInt128, Int) {
        withUnsafeBytes(of: decimal) { bytes in
            let flags = bytes[1]
            let length = Int(flags >> 4)
            let stored = UInt128(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt128.self))
            let significand = length >= 8 ? stored : stored & ((1 << UInt128(length * 16)) - 1)
            return (flags & negativeFlag != 0, significand, Int(Int8(bitPattern: bytes[0])))
        }
    }

    /// Makes a decimal; the significand must not be zero and the exponent must fit eight bits.
    static func make(_ isNegative: Bool, _ significand: UInt128, _ exponent: Int) -> Decimal {
        var decimal = Decimal()
        let length = UInt8((UInt128.bitWidth - significand.leadingZeroBitCount + 15) / 16)
        withUnsafeMutableBytes(of: &decimal) { bytes in
            bytes[0] = UInt8(bitPattern: Int8(truncatingIfNeeded: exponent))
            bytes[1] = length << 4 | (isNegative ? negativeFlag : 0) | compactFlag
            bytes.storeBytes(of: significand.littleEndian, toByteOffset: 4, as: UInt128.self)
        }
        return decimal
    }
}
