extension ModelSnapshot {
    /// Makes a snapshot of the members of a JSON object, as ``init(json:)`` does of its text.
    ///
    /// - Throws: as ``init(json:)``.
    package init(members: [JSONMember]) throws {
        let json = try SnapshotJSON<Self>(members)
        self = try json.snapshot(over: DeclaredMembers<Self>(without: json.names))
    }
}
