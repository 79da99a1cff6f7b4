extension DecimalParts {
    /// The number as digits and exponent, such as `-125e-2`; exact, and the same for equal numbers.
    package var scientificText: String { "\(isNegative ? "-" : "")\(significand)e\(exponent)" }

    /// Reads the form of ``scientificText``; `nil` for anything else.
    package init?(scientificText text: String) {
        let positive = text.rest(after: "-")
        let parts = (positive ?? text).parts(between: "e")
        guard parts.count == 2, !parts[0].begins(with: "-"), !parts[0].begins(with: "+"),
            let significand = UInt128(parts[0]), let exponent = Int16(parts[1])
        else { return nil }
        self.init(isNegative: positive != nil, significand: significand, exponent: Int(exponent))
    }
}
