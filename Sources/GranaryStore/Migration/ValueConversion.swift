internal import FoundationEssentials

/// The lossless conversions between types of values.
package enum ValueConversion {
    /// Whether values of one type can be converted to another.
    package static func exists(from old: AttributeType, to new: AttributeType) -> Bool {
        switch (old, new) {
        case (.bool, .text), (.integer, .real), (.integer, .decimal), (.integer, .text), (.decimal, .text),
            (.uuid, .text):
            true
        default: old == new
        }
    }

    /// Whether values of one type may have no equivalent of another, although there is a conversion.
    package static func canFail(from old: AttributeType, to new: AttributeType) -> Bool {
        old == .integer && new == .real
    }

    /// Converts a value to another type.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for an integer that is not exactly a floating-point number, and for
    ///   types without a conversion.
    package static func convert(_ value: Value, to type: AttributeType) throws -> Value {
        switch (value, type) {
        case (.null, _): return .null
        case (.bool(let truth), .text): return .text(truth ? "true" : "false")
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
