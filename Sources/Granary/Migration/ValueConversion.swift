internal import FoundationEssentials

/// Which kinds of values can become another kind without losing anything, and how.
package enum ValueConversion {
    /// Whether a kind can become another one.
    package static func exists(from old: AttributeType, to new: AttributeType) -> Bool {
        switch (old, new) {
        case (.integer, .real), (.integer, .decimal), (.integer, .text), (.decimal, .text), (.uuid, .text):
            true
        default: old == new
        }
    }

    /// A value as one of another kind.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for an integer that no floating-point number is equal to, and for kinds
    ///   without a conversion.
    package static func convert(_ value: Value, to type: AttributeType) throws -> Value {
        switch (value, type) {
        case (.null, _): return .null
        case (.integer(let number), .real):
            if let exact = Double(exactly: number) { return .real(exact) }
        case (.integer(let number), .decimal): return .decimal(Decimal(number))
        case (.integer(let number), .text): return .text(String(number))
        case (.decimal(let number), .text): return .text(number.description)
        case (.uuid(let identifier), .text): return .text(identifier.uuidString.lowercased())
        default: break
        }
        throw GranaryError(.invalidValue, "A value cannot become \(type.rawValue) without loss.")
    }
}
