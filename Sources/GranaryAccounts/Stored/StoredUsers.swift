import FoundationEssentials
package import Granary

/// The model of the users of accounts, in a store that is opened without models.
package struct StoredUsers {
    /// The name of the model.
    package let model: String
    /// Whether it is in no relationship, so that deleting one of its rows concerns no other row.
    package let areAlone: Bool
    private let key: [StoredColumn]

    /// Finds the model: that of a name, or else the only one next to `AccountRecord` in its configuration.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a name that no model there has; ``GranaryError/Code/query`` where there
    ///   are several and none is named; ``GranaryError/Code/unsupported`` for keys of dates.
    package init(named name: String?, in schema: StoredSchema) throws {
        let own = AccountRecord.modelDescription.name
        let configuration = StoredAccounts.table(in: schema)?.configuration
        let tables = schema.tables.filter {
            $0.configuration == configuration && $0.model != nil && $0.model != own && !$0.isPairs
        }
        let found = name.map { name in tables.filter { $0.model == name } } ?? tables
        let names = tables.compactMap(\.model).sorted().joined(separator: ", ")
        guard let table = found.first, let model = table.model else {
            throw GranaryError(
                .notFound,
                "No such model is beside \(own), where that of the users is; there is \(names.isEmpty ? "none" : names)."
            )
        }
        guard found.count == 1 else {
            throw GranaryError(
                .query,
                "Beside \(own) there are \(names); say with `--model NAME` which is that of the users.")
        }
        self.model = model
        areAlone =
            table.relationships.isEmpty
            && !schema.tables.contains { $0.relationships.contains { $0.destination == model } }
        key = table.key.compactMap(table.column)
        guard key.allSatisfy({ [.integer, .text, .uuid, .bool].contains($0.type) }) else {
            throw GranaryError(
                .unsupported,
                "The key of \(model) has a date, which is not read without models; let the program do it.",
                context: .init(entity: model))
        }
    }

    // MARK: Keys

    /// The key that a person has written: plain text, or JSON with the names of its parts for one of several.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for any other text.
    package func key(written text: String) throws -> ObjectKey {
        guard key.count == 1, let column = key.first else { return try key(recorded: text) }
        let value: Value? =
            switch column.type {
            case .integer: Int64(text).map(Value.integer)
            case .uuid: UUID(uuidString: text).map(Value.uuid)
            default: .text(text)
            }
        guard let value, let key = ObjectKey([value]) else { throw isNone }
        return key
    }

    /// The key that a record holds as JSON.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for any other text.
    package func key(recorded text: String) throws -> ObjectKey {
        let decoder = JSONDecoder()
        let bytes = Data(text.utf8)
        var parts: [String: KeyPart] = [:]
        do {
            if key.count == 1, let column = key.first {
                parts = [column.property: try decoder.decode(KeyPart.self, from: bytes)]
            } else {
                parts = try decoder.decode([String: KeyPart].self, from: bytes)
            }
        } catch {
            throw isNone
        }
        let values = key.compactMap { column in parts[column.property]?.value(as: column.type) }
        guard values.count == key.count, parts.count == key.count, let key = ObjectKey(values) else {
            throw isNone
        }
        return key
    }

    /// A key as records hold it.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for one that is not of the model.
    package func recorded(_ key: ObjectKey) throws -> String {
        let parts = key.values.compactMap(KeyPart.init)
        guard parts.count == self.key.count else { throw isNone }
        let encoder = JSONEncoder()
        // As AccountRecord has them.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let bytes =
                if parts.count == 1 { try encoder.encode(parts[0]) } else {
                    try encoder.encode(
                        Dictionary(
                            zip(self.key.map(\.property), parts), uniquingKeysWith: { first, _ in first }))
                }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw isNone
        }
    }

    private var isNone: GranaryError {
        let parts = key.map { "\($0.property) (\($0.type.rawValue))" }.joined(separator: ", ")
        return GranaryError(
            .invalidValue,
            key.count == 1
                ? "The key is none of \(model), whose key is \(parts)."
                : "The key is none of \(model), whose key is JSON with the members \(parts).",
            context: .init(entity: model))
    }
}

/// A part of a key, as JSON has it.
private enum KeyPart: Codable {
    case bool(Bool)
    case integer(Int64)
    case text(String)

    init?(_ value: Value) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .text(let value): self = .text(value)
        case .uuid(let value): self = .text(value.uuidString)
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }

    /// The value of a column of some type; `nil` for one of another type.
    func value(as type: AttributeType) -> Value? {
        switch (self, type) {
        case (.bool(let value), .bool): .bool(value)
        case (.integer(let value), .integer): .integer(value)
        case (.text(let value), .text): .text(value)
        case (.text(let value), .uuid): UUID(uuidString: value).map(Value.uuid)
        default: nil
        }
    }
}
