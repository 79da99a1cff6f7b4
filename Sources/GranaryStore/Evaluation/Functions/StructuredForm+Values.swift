internal import FoundationEssentials

extension ExpressionTree.StructuredForm {
    /// The value that JSON writes in this form; `nil` for JSON's `null`.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for JSON of another kind, and for a value that no store could hold.
    func value(of json: JSONValue, at path: [String]) throws(GranaryError) -> Value {
        if case .null = json { return .null }
        guard let value = self.value(of: json) else {
            throw .otherJSON(path, than: ExpressionKind.value(type).name)
        }
        return value
    }

    private func value(of json: JSONValue) -> Value? {
        switch (self, json) {
        case (.structure, _): .text(JSONWriter.text(of: json))
        case (.bool, .bool(let truth)): .bool(truth)
        case (.integer, .number(let number)): number.integer(Int64.self).map { .integer($0) }
        case (.real, .number(let number)):
            number.real(Double.self).flatMap { try? Value.storable($0) }
        case (.float, .number(let number)):
            number.real(Float.self).flatMap { try? Value.storable(Double($0)) }
        case (.decimal, .number(let number)): number.decimal.flatMap { try? Value.storable($0) }
        case (.date, .number(let number)):
            number.real(Double.self).flatMap {
                try? .date(StoredDate.microseconds(of: Date(timeIntervalSinceReferenceDate: $0)))
            }
        case (.text, .text(let text)): try? Value.storable(text)
        case (.data, .text(let text)): Data(base64Encoded: text).map { .data($0) }
        case (.uuid, .text(let text)): UUID(uuidString: text).map { .uuid($0) }
        default: nil
        }
    }

    /// The JSON of a value in this form, as encoding a structure writes it; `nil` for `nil`, which is left out.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a number that is not finite; ``GranaryError/Code/malformed`` for
    ///   text that is no JSON where a structured value is wanted.
    func json(of value: Value) throws(GranaryError) -> JSONValue? {
        switch (self, value) {
        case (_, .null): return nil
        case (.structure, .text(let json)): return try JSONValue(structure: json)
        case (.bool, .bool(let truth)): return .bool(truth)
        case (.integer, .integer(let number)): return .number(JSONNumber(number))
        case (.real, .real(let number)): if let number = JSONNumber(number) { return .number(number) }
        case (.float, .real(let number)): if let number = JSONNumber(Float(number)) { return .number(number) }
        case (.decimal, .decimal(let number)): if let number = JSONNumber(number) { return .number(number) }
        case (.date, .date(let moment)):
            let seconds = StoredDate.date(ofMicroseconds: moment).timeIntervalSinceReferenceDate
            if let number = JSONNumber(seconds) { return .number(number) }
        case (.text, .text(let text)): return .text(text)
        case (.data, .data(let data)): return .text(data.base64EncodedString())
        case (.uuid, .uuid(let value)): return .text(value.uuidString)
        default: break
        }
        throw .notStorable("JSON in a structured value has only finite numbers.")
    }
}
