internal import FoundationEssentials

/// Snapshots as JSON: an object with a key for each stored property and relationship to one, by its name in Swift.
///
/// Dates are texts as RFC 3339 writes them, data are Base64, enumerations their raw values, relationships the keys of
/// what they refer to, compound keys objects. Numbers keep all their digits.
extension ModelSnapshot {
    /// The snapshot as JSON, with sorted keys; a property without a value is `null`.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for what JSON cannot hold, such as a number that is not finite.
    public func json() throws -> String {
        do {
            return try Self.text(of: JSONValue.object(try jsonProperties()))
        } catch let error as GranaryError {
            throw error
        } catch {
            throw GranaryError(
                .invalidValue,
                "A snapshot of \(Self.description.name) holds a value that JSON cannot hold.",
                context: .init(entity: Self.description.name), cause: error)
        }
    }

    /// Makes a snapshot of JSON; a property that it leaves out has the default it is declared with.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for what is no such JSON: it names the unknown key, the missing
    ///   one, or the path of the wrong value.
    public init(json: String) throws {
        self = try Self.decoded(try Self.properties(in: json), over: Self.defaults())
    }

    /// The snapshot with other values in those properties that JSON has keys for.
    ///
    /// - Throws: as ``init(json:)``.
    public func applying(json: String) throws -> Self {
        try Self.decoded(try Self.properties(in: json), over: try jsonProperties())
    }
}

extension ModelSnapshot {
    private static var description: ModelDescription { Object.modelDescription }

    private static var propertyNames: [String] {
        description.attributes.map(\.name) + description.relationships.filter { !$0.isToMany }.map(\.name)
    }

    private func jsonProperties() throws -> [String: JSONValue] {
        var properties = try Self.properties(in: Self.text(of: self))
        for name in Self.propertyNames where properties[name] == nil { properties[name] = .null }
        return properties
    }

    private static func properties(in json: String) throws -> [String: JSONValue] {
        let value: JSONValue
        do {
            value = try JSONValue(json: json)
        } catch {
            throw failure("The text is no JSON.", cause: error)
        }
        guard case .object(let properties) = value else {
            throw failure("It is a JSON object with a key for each property that is wanted here.")
        }
        let names = propertyNames
        for key in properties.keys.sorted() where !names.contains(key) {
            let hint =
                NearestMatch.of(key, in: names).map { "Did you mean “\($0)”?" }
                ?? "It has \(names.joined(separator: ", "))."
            throw failure("“\(ShownText.clean(key))” is no property of \(description.name). \(hint)")
        }
        return properties
    }

    private static func decoded(_ properties: [String: JSONValue], over base: [String: JSONValue]) throws
        -> Self
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let date = DateText.date(try container.decode(String.self)) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "")
        }
        do {
            let text = try text(of: JSONValue.object(base.merging(properties) { $1 }))
            return try decoder.decode(Self.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw failure(error)
        }
    }

    /// The values of properties that JSON may leave out.
    private static func defaults() throws -> [String: JSONValue] {
        var defaults: [String: JSONValue] = [:]
        for attribute in description.attributes {
            guard let value = attribute.defaultValue else { continue }
            if attribute.type == .json, case .text(let json) = value {
                defaults[attribute.name] = try JSONValue(json: json)
            } else {
                defaults[attribute.name] = try JSONValue(value)
            }
        }
        if description.key.count == 1, Object.Key.generation != .byProgram {
            defaults[description.key[0]] = try JSONValue(json: text(of: Object.Key.unassigned))
        }
        return defaults
    }

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(try DateText.text(of: date))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    // MARK: Errors

    /// A decoding error in words, without the values that its own description may show.
    private static func failure(_ error: DecodingError) -> GranaryError {
        let (context, what): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context):
                (context.appending(key), "is missing")
            case .valueNotFound(let type, let context):
                (context, "is null, and has to be of the type \(type)")
            case .typeMismatch(let type, let context): (context, "is not of the type \(type)")
            case .dataCorrupted(let context): (context, "has a value that its type does not have")
            @unknown default: (.init(codingPath: [], debugDescription: ""), "cannot be read")
            }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? ShownText.clean($0.stringValue) }
        var failure = failure("“\(path.joined(separator: "."))” \(what).", cause: nil)
        failure.context.properties = path.prefix(1).map { $0 }
        return failure
    }

    private static func failure(_ what: String, cause: (any Error)? = nil) -> GranaryError {
        GranaryError(
            .invalidValue, "The JSON does not describe an object of \(description.name): \(what)",
            context: .init(entity: description.name), cause: cause)
    }
}

extension DecodingError.Context {
    fileprivate func appending(_ key: any CodingKey) -> Self {
        Self(codingPath: codingPath + [key], debugDescription: debugDescription)
    }
}

extension JSONValue {
    /// A stored value as JSON.
    fileprivate init(_ value: Value) throws {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .decimal(let value): self = .decimal(value)
        case .text(let value): self = .text(value)
        case .date(let value): self = .text(try DateText.text(of: StoredDate.date(ofMicroseconds: value)))
        case .uuid(let value): self = .text(value.uuidString)
        case .data(let value): self = .text(value.base64EncodedString())
        }
    }
}
