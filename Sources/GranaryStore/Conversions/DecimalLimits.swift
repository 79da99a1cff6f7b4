package import FoundationEssentials

/// Which decimals a store keeps: numbers of up to 38 significant digits.
///
/// `Decimal` itself holds up to 39 digits, but only some numbers of 39; every store promises 38.
package enum DecimalLimits {
    /// The most significant digits a stored decimal has, without leading and trailing zeros.
    package static let digits = 38

    /// The decimal without trailing zeros, the form that is stored.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for NaN and for more than ``digits`` significant digits.
    package static func normalized(_ decimal: Decimal) throws(GranaryError) -> Decimal {
        guard let normalized = try parts(of: decimal).decimal else { throw tooLong }
        return normalized
    }

    /// The parts of a decimal that can be stored.
    package static func parts(of decimal: Decimal) throws(GranaryError) -> DecimalParts {
        guard let parts = DecimalParts(decimal) else {
            throw GranaryError(
                .invalidValue, "NaN is not a decimal that can be stored; use nil for no value.")
        }
        guard parts.hasStorableDigits else { throw tooLong }
        return parts
    }

    private static var tooLong: GranaryError {
        GranaryError(.invalidValue, "A decimal has more than \(digits) significant digits; round it first.")
    }
}

extension DecimalParts {
    /// Whether the number has no more digits than a store keeps.
    package var hasStorableDigits: Bool { significand < UInt128.powersOfTen[DecimalLimits.digits] }
}
