extension DecimalParts {
    /// The number as digits and exponent, such as `-125e-2`; exact, and the same for equal numbers.
    package var scientificText: String { "\(isNegative ? "-" : "")\(significand)e\(exponent)" }

    /// Reads what ``scientificText`` writes; `nil` for anything else.
    package init?(scientificText text: String) {
        let negative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.dropFirst(negative ? 1 : 0).split(separator: "e", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.first != UInt8(ascii: "-"),
            parts[0].utf8.first != UInt8(ascii: "+"),
            let significand = UInt128(parts[0]), let exponent = Int16(parts[1])
        else { return nil }
        self.init(isNegative: negative, significand: significand, exponent: Int(exponent))
    }
}
