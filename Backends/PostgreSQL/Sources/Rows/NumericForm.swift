internal import FoundationEssentials
internal import GranaryStore

/// PostgreSQL's binary form of decimals: digits of base 10,000, the power of the first, a sign, and how many places
/// are shown.
enum NumericForm {
    private static let negative: UInt16 = 0x4000

    /// Reads a number; `nil` for NaN, infinity, and a number with more digits than a store keeps.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> DecimalParts? {
        guard let header = Header(bytes), header.sign == 0 || header.sign == negative else { return nil }
        var (significand, exponent): (UInt128, Int) = (0, (Int(header.weight) + 1) * 4)
        for index in 0..<header.count {
            let digit = UInt128(header.digit(at: index, bytes))
            let (product, tooLarge) = significand.multipliedReportingOverflow(by: 10_000)
            let (sum, carried) = product.addingReportingOverflow(digit)
            guard !tooLarge, !carried else {
                return finish(significand, exponent, header, bytes, from: index)
            }
            significand = sum
            exponent -= 4
        }
        let parts = DecimalParts(
            isNegative: header.sign == negative, significand: significand, exponent: exponent)
        return parts.hasStorableDigits ? parts : nil
    }

    /// The end of a number whose digits of base 10,000 are more than fit: a 38-digit number may begin and end in the
    /// middle of one.
    private static func finish(
        _ significand: UInt128, _ exponent: Int, _ header: Header, _ bytes: UnsafeRawBufferPointer,
        from index: Int
    ) -> DecimalParts? {
        var (digits, power) = (significand, exponent)
        var last = header.digit(at: index, bytes)
        for rest in (index + 1)..<max(header.count, index + 1) where header.digit(at: rest, bytes) != 0 {
            return nil
        }
        var divisor: UInt16 = 1_000
        while last != 0 {
            let (product, tooLarge) = digits.multipliedReportingOverflow(by: 10)
            guard !tooLarge, divisor > 0 else { return nil }
            let (sum, carried) = product.addingReportingOverflow(UInt128(last / divisor))
            guard !carried else { return nil }
            (digits, power) = (sum, power - 1)
            last %= divisor
            divisor /= 10
        }
        let parts = DecimalParts(isNegative: header.sign == negative, significand: digits, exponent: power)
        return parts.hasStorableDigits ? parts : nil
    }

    private struct Header {
        let count: Int
        let weight: Int16
        let sign: UInt16

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 8 else { return nil }
            let read = { (offset: Int) in
                UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            }
            count = Int(read(0))
            weight = Int16(bitPattern: read(2))
            sign = read(4)
            guard bytes.count == 8 + count * 2 else { return nil }
        }

        func digit(at index: Int, _ bytes: UnsafeRawBufferPointer) -> UInt16 {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 + index * 2, as: UInt16.self))
        }
    }
}

extension ByteBuffer {
    /// Appends a decimal.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for NaN and for more than 38 significant digits.
    mutating func append(decimal value: Decimal) throws {
        let parts = try DecimalLimits.parts(of: value)
        // The power of ten becomes one of ten thousand: up to three zeros more.
        let shift = ((parts.exponent % 4) + 4) % 4
        let groups = Self.groups(of: parts.significand, shiftedBy: shift)
        let lowest = (parts.exponent - shift) / 4
        append(UInt16(groups.count))
        append(UInt16(bitPattern: Int16(truncatingIfNeeded: groups.isEmpty ? 0 : lowest + groups.count - 1)))
        append(parts.isNegative ? UInt16(0x4000) : 0)
        append(UInt16(max(0, -parts.exponent)))
        for group in groups.reversed() { append(group) }
    }

    /// The digits of base 10,000, the lowest first, of a number times ten to a power below four.
    private static func groups(of significand: UInt128, shiftedBy shift: Int) -> [UInt16] {
        guard significand != 0 else { return [] }
        var groups: [UInt16] = []
        let first: [UInt128] = [10_000, 1_000, 100, 10]
        let factor: [UInt16] = [1, 10, 100, 1_000]
        var (rest, digit) = significand.quotientAndRemainder(dividingBy: first[shift])
        groups.append(UInt16(truncatingIfNeeded: digit) * factor[shift])
        while rest != 0 {
            (rest, digit) = rest.quotientAndRemainder(dividingBy: 10_000)
            groups.append(UInt16(truncatingIfNeeded: digit))
        }
        return groups
    }
}
