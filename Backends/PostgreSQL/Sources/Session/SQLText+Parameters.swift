internal import GranaryStore
internal import GranarySQL

extension SQLText {
    /// The most parameters that one statement may have in the protocol.
    static let mostParameters = 65_535

    /// The parameters in binary form; `nil` when there are more than the protocol can number.
    func binaryParameters() throws -> Parameters? {
        let parameters = parameters
        guard parameters.count <= Self.mostParameters else { return nil }
        var list = Parameters()
        for parameter in parameters {
            switch parameter {
            case .value(let value): try list.append(value)
            case .list(let values, let type): try list.append(values, of: type)
            }
        }
        return list
    }
}

extension Parameters {
    /// Appends keys: an array for each part.
    ///
    /// - Throws: ``GranaryError/Code/query`` for keys of other kinds than the columns'.
    mutating func append(keys: [ObjectKey], of types: [AttributeType]) throws {
        var columns = types.map(ArrayColumn.init)
        for key in keys {
            switch key {
            case .integer(let value) where types == [.integer]: columns[0].append { $0.append(value) }
            case .uuid(let value) where types == [.uuid]: columns[0].append { $0.append(uuid: value) }
            case .text(let value) where types == [.text]: columns[0].append { $0.append(text: value) }
            default:
                let values = key.values
                guard values.map(\.storableType) == types.map(Optional.some) else {
                    throw GranaryError(.query, "A key has other parts than the entity's key.")
                }
                for (index, value) in values.enumerated() { try columns[index].append(value) }
            }
        }
        for column in columns { append(column) }
    }

    /// Appends one key, part by part.
    mutating func append(key: ObjectKey, of types: [AttributeType]) throws {
        let values = key.values
        guard values.map(\.storableType) == types.map(Optional.some) else {
            throw GranaryError(.query, "A key has other parts than the entity's key.")
        }
        for value in values { try append(value) }
    }
}

extension ObjectKey {
    /// Whether a row can have the key: PostgreSQL takes no text with U+0000, in a parameter neither.
    var isSendable: Bool {
        switch self {
        case .integer, .uuid: return true
        case .text(let text): return !text.utf8.contains(0)
        case .compound(let values):
            return !values.contains { if case .text(let text) = $0 { text.utf8.contains(0) } else { false } }
        }
    }
}
