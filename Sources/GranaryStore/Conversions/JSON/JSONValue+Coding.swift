extension JSONValue {
    /// Makes JSON of a value, with the members of objects in the order of their names.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, for a value that writes nothing, and for more nested
    ///   arrays and objects than are read; what the value's own encoding throws.
    package init(encoding value: some Encodable, dates: JSONDates) throws {
        let slot = JSONSlot()
        try JSONEncoding(slot, dates: dates).write(value)
        if slot.isEmpty {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "It writes nothing."))
        }
        self = slot.value
    }

    /// The members of a value that is coded as an object, as they are.
    ///
    /// - Throws: what the value's own encoding throws.
    package static func members(of value: some Encodable) throws -> [String: Any] {
        let collector = MemberCollector()
        try value.encode(to: JSONEncoding(JSONSlot(), dates: .exact, collector: collector))
        return collector.members
    }

    /// The value of a type that JSON describes; `absent` stands in for members of the object that are not there.
    ///
    /// - Throws: `DecodingError`, with the path of what is wrong; what the type's own decoding throws.
    package func decoded<T: Decodable>(
        as type: T.Type, dates: JSONDates, absent: (any AbsentMembers)? = nil
    ) throws -> T {
        if absent != nil { return try T(from: JSONDecoding(self, dates: dates, absent: absent)) }
        return try JSONDecoding(self, dates: dates).decoded(type)
    }
}
