extension JSONValue {
    /// Makes JSON from a value, with the members of objects in the order of their names.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, for a value that writes nothing, and for more nested
    ///   arrays and objects than are read; any error of the value's own encoding.
    package init(encoding value: some Encodable, dates: JSONDates) throws {
        let slot = JSONSlot()
        try JSONEncoding(slot, dates: dates).write(value)
        if slot.isEmpty {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: JSONEncoding.writesNothing))
        }
        self = slot.value
    }

    /// The members of a value that is coded as an object, as Swift values.
    ///
    /// - Throws: any error of the value's own encoding.
    package static func members(of value: some Encodable) throws -> [String: Any] {
        let collector = MemberCollector()
        try value.encode(to: JSONEncoding(JSONSlot(), dates: .exact, collector: collector))
        return collector.members
    }

    /// The value of a type that JSON describes; `absent` gives values for members that the object lacks.
    ///
    /// - Throws: `DecodingError`, with the path of the wrong part; any error of the type's own decoding.
    package func decoded<T: Decodable>(
        as type: T.Type, dates: JSONDates, absent: (any AbsentMembers)? = nil
    ) throws -> T {
        if absent != nil { return try T(from: JSONDecoding(self, dates: dates, absent: absent)) }
        return try JSONDecoding(self, dates: dates).decoded(type)
    }
}
