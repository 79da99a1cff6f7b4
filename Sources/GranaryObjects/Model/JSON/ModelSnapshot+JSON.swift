/// Snapshots as JSON: an object with a key for each stored property and relationship to one, by its name in Swift.
///
/// Dates are texts as RFC 3339 writes them, data are Base64, enumerations their raw values, relationships the keys of
/// what they refer to, compound keys objects. Numbers keep all their digits: a number that its property cannot hold is
/// refused, and never rounded.
extension ModelSnapshot {
    /// The snapshot as JSON, with sorted keys; a property without a value is `null`.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for what JSON cannot hold, such as a number that is not finite.
    public func json() throws -> String {
        do {
            guard case .object(var members) = try JSONValue(encoding: self, dates: .microseconds) else {
                return "{}"
            }
            let names = Set(members.map(\.name))
            members += SnapshotJSON<Self>.properties.filter { !names.contains($0) }.map {
                JSONMember($0, .null)
            }
            return JSONWriter.text(of: .object(members.sorted { Bytewise.precedes($0.name, $1.name) }))
        } catch let error as GranaryError {
            throw error
        } catch {
            throw GranaryError(
                .invalidValue,
                "A snapshot of \(Object.modelDescription.name) holds a value that JSON cannot hold.",
                context: .init(entity: Object.modelDescription.name), cause: error)
        }
    }

    /// Makes a snapshot of JSON; a property that it leaves out has the default it is declared with.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for what is no such JSON: it names the unknown key, the missing
    ///   one, or the path of the wrong value.
    public init(json: String) throws {
        let json = try SnapshotJSON<Self>(json)
        self = try json.snapshot(over: DeclaredMembers<Self>(without: json.names))
    }

    /// Makes a snapshot of JSON that may leave properties out, and says which it has keys for.
    ///
    /// What it leaves out has the default that it is declared with, or else an empty value of its type.
    ///
    /// - Throws: as ``init(json:)``; for a property without a default whose type has no empty value, such as an
    ///   enumeration, too.
    package static func partial(json: String) throws -> (snapshot: Self, given: Set<String>) {
        try partial(SnapshotJSON(json))
    }

    /// ``partial(json:)`` of JSON that is parsed.
    package static func partial(_ value: JSONValue) throws -> (snapshot: Self, given: Set<String>) {
        try partial(SnapshotJSON(value))
    }

    private static func partial(_ json: SnapshotJSON<Self>) throws -> (snapshot: Self, given: Set<String>) {
        let absent = EmptyMembers<Self>(without: json.names)
        return (try json.snapshot(over: absent), json.names)
    }

    /// The snapshot with other values in those properties that JSON has keys for, and with its own in all others.
    ///
    /// - Throws: as ``init(json:)``.
    public func applying(json: String) throws -> Self {
        try SnapshotJSON<Self>(json).snapshot(over: GivenMembers(self))
    }
}
