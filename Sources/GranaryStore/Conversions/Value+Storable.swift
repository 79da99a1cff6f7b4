package import FoundationEssentials

extension Value {
    /// A number as every store can hold it: zero has no sign.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for NaN.
    package static func storable(_ number: Double) throws(GranaryError) -> Value {
        if number.isNaN { throw .notStorable("it is not a number (NaN).") }
        return .real(number == 0 ? 0 : number)
    }

    /// Text as every store can hold it.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for text with U+0000.
    package static func storable(_ text: String) throws(GranaryError) -> Value {
        if Bytewise.holdsNull(text) {
            throw .notStorable("it contains the character U+0000, which some engines cannot hold.")
        }
        return .text(text)
    }

    /// A decimal as every store can hold it: without trailing zeros.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for NaN and for more than 38 significant digits.
    package static func storable(_ number: Decimal) throws(GranaryError) -> Value {
        .decimal(try DecimalLimits.normalized(number))
    }
}

extension GranaryError {
    /// The error for a value that no store can hold; the reason ends the sentence.
    @usableFromInline package static func notStorable(_ reason: String) -> GranaryError {
        GranaryError(.invalidValue, "The value cannot be stored: \(reason)")
    }
}
