/// `Codable` values as JSON text with sorted keys.
///
/// Equal values may give different texts: the elements of sets come in any order, as do the entries of dictionaries
/// whose keys are neither text nor integers. So values are compared, and texts only without regard to order.
package enum StructuredValue {
    /// The JSON text of a value.
    ///
    /// - Throws: any error of the value's own coding; ``GranaryError/Code/invalidValue`` when U+0000 is in one of its
    ///   texts, which not every store can hold, and for a part that JSON cannot hold.
    package static func encode<T: Encodable>(_ value: T) throws -> String {
        do {
            let text = JSONWriter.text(of: try JSONValue(encoding: value, dates: .seconds))
            if holdsNull(text) { throw null }
            return text
        } catch let error as EncodingError {
            guard case .invalidValue(_, let context) = error else { throw error }
            throw unwritable(T.self, context)
        }
    }

    private static func unwritable<T>(_ type: T.Type, _ context: EncodingError.Context) -> GranaryError {
        // Only the property of the value itself: names below may be the keys of a dictionary, which are stored values.
        let name = type is any KeyedByValues.Type ? nil : context.codingPath.first
        let part =
            name.map { "“\($0.intValue.map(String.init) ?? ShownText.clean($0.stringValue))” of " } ?? ""
        // The messages of a type's own coding may reveal its values, and so does the error.
        let reason =
            JSONEncoding.reasons.contains(context.debugDescription) ? " \(context.debugDescription)" : ""
        return GranaryError(
            .invalidValue, "The value cannot be stored: \(part)\(T.self) cannot be written as JSON.\(reason)")
    }

    /// The value of a JSON text.
    package static func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try JSONReader.value(of: text).decoded(as: type, dates: .seconds)
    }

    /// Throws unless a text is JSON that every store can hold.
    ///
    /// - Throws: ``JSONSyntaxError``; ``GranaryError/Code/invalidValue`` when U+0000 is in one of its texts.
    package static func validate(_ text: String) throws {
        if holdsNull(JSONWriter.text(of: try JSONReader.value(of: text))) { throw null }
    }

    private static var null: GranaryError {
        GranaryError(
            .invalidValue,
            "The value cannot be stored: a text in it holds U+0000, which stores cannot hold. Remove it, or keep the bytes as Data."
        )
    }

    /// Whether JSON holds U+0000, which it can only hold as `\u0000`; a backslash escapes a backslash too.
    ///
    /// - Complexity: linear, at the speed of a search for a byte where there are no backslashes.
    private static func holdsNull(_ json: String) -> Bool {
        Bytewise.withBytes(json) { bytes in
            var rest = bytes[...]
            while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
                if rest[backslash...].starts(with: escapedNull) { return true }
                rest = rest[min(backslash + 2, rest.endIndex)...]
            }
            return false
        }
    }

    private static let escapedNull = Array("\\u0000".utf8)
}

extension StructuredValue {
    /// Whether two equal values are also stored alike.
    ///
    /// `==` does not see everything: composed and decomposed text are equal, as are 0 and −0, and a type may leave
    /// parts out of it. The order in which the elements of sets are written has no meaning.
    package static func isAlike<T: Encodable & Equatable>(_ left: T, _ right: T) -> Bool {
        if !(left == right) { return false }
        // A copy of a value, the most frequent case, has the same bytes: its texts and lists are shared.
        if hasSameBytes(left, right) { return true }
        // A value that cannot be encoded cannot be stored, so only `==` remains.
        guard let left = try? JSONValue(encoding: left, dates: .seconds),
            let right = try? JSONValue(encoding: right, dates: .seconds)
        else { return true }
        return left == right || left.unordered == right.unordered
    }

    private static func hasSameBytes<T>(_ left: T, _ right: T) -> Bool {
        withUnsafeBytes(of: left) { left in
            withUnsafeBytes(of: right) { Bytewise.compare(left, $0) == .equal }
        }
    }
}

/// A type whose keys in JSON are values.
private protocol KeyedByValues {}

extension Dictionary: KeyedByValues {}
extension Optional: KeyedByValues where Wrapped: KeyedByValues {}
