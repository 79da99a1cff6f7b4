/// A JSON object for an object of a model: it is read once, and reports which properties it names.
struct SnapshotJSON<Snapshot: ModelSnapshot> {
    private let members: [JSONMember]
    /// The properties that the JSON has keys for.
    let names: Set<String>

    /// The properties that JSON may have keys for.
    static var properties: [String] {
        let model = Snapshot.Object.modelDescription
        return model.attributes.map(\.name) + model.relationships.filter { !$0.isToMany }.map(\.name)
    }

    /// Reads JSON.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for text that is no JSON, and for a key that is no property or is
    ///   there twice.
    init(_ json: String) throws {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: json)
        } catch {
            throw Self.failure("The text is no JSON.", cause: error)
        }
        try self.init(value)
    }

    /// Reads JSON that is parsed.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for what is no object, and for a key that is no property or is there
    ///   twice.
    init(_ value: JSONValue) throws {
        guard case .object(let members) = value else {
            throw Self.failure("It is a JSON object with a key for each property that is wanted here.")
        }
        try self.init(members)
    }

    /// Takes the members of a JSON object.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a key that is no property or is there twice.
    init(_ members: [JSONMember]) throws {
        var names = Set<String>(minimumCapacity: members.count)
        for member in members {
            if !Self.isProperty(member.name) || !names.insert(member.name).inserted {
                throw Self.failure(ofNamesIn: members)
            }
        }
        self.members = members
        self.names = names
    }

    /// Whether JSON may have a key; rows of a server are many, so nothing is made of the model's names.
    private static func isProperty(_ name: String) -> Bool {
        let model = Snapshot.Object.modelDescription
        return model.attributes.contains { $0.name == name }
            || model.relationships.contains { !$0.isToMany && $0.name == name }
    }

    /// The snapshot that the JSON describes; what it leaves out is as the others say.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue``, with the path of the wrong value.
    func snapshot(over others: some AbsentMembers) throws -> Snapshot {
        do {
            return try JSONValue.object(members)
                .decoded(as: Snapshot.self, dates: .microseconds, absent: others)
        } catch let error as DecodingError {
            throw Self.failure(error)
        }
    }

    // MARK: Errors

    /// The first wrong key, in the order of their names.
    private static func failure(ofNamesIn members: [JSONMember]) -> GranaryError {
        let properties = Self.properties
        let sorted = members.map(\.name).sorted()
        for (position, key) in sorted.enumerated() {
            let shown = ShownText.clean(key)
            if !properties.contains(key) {
                let hint =
                    NearestMatch.of(key, in: properties).map { "Did you mean “\($0)”?" }
                    ?? "It has \(properties.joined(separator: ", "))."
                let model = Snapshot.Object.modelDescription.name
                return failure("“\(shown)” is no property of \(model). \(hint)")
            }
            if position > 0, sorted[position - 1] == key { return failure("“\(shown)” is there twice.") }
        }
        return failure("A key is there twice.")
    }

    /// A decoding error in words, without the values that its own description may show.
    private static func failure(_ error: DecodingError) -> GranaryError {
        let (context, what): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context): (context.appending(key), "is missing")
            case .valueNotFound(let type, let context):
                (context, "is null, and has to be of the type \(type)")
            case .typeMismatch(let type, let context): (context, "is not of the type \(type)")
            case .dataCorrupted(let context):
                if let number = context.underlyingError as? JSONUnfitNumber {
                    (context, "is a number that \(number.type) does not hold with all its digits")
                } else {
                    (context, "has a value that its type does not have")
                }
            @unknown default: (.init(codingPath: [], debugDescription: ""), "cannot be read")
            }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? ShownText.clean($0.stringValue) }
        var failure = failure("“\(path.joined(separator: "."))” \(what).", cause: nil)
        failure.context.properties = path.prefix(1).map { $0 }
        return failure
    }

    private static func failure(_ what: String, cause: (any Error)? = nil) -> GranaryError {
        let model = Snapshot.Object.modelDescription.name
        return GranaryError(
            .invalidValue, "The JSON does not describe an object of \(model): \(what)",
            context: .init(entity: model), cause: cause)
    }
}

extension DecodingError.Context {
    fileprivate func appending(_ key: any CodingKey) -> Self {
        Self(codingPath: codingPath + [key], debugDescription: debugDescription)
    }
}
