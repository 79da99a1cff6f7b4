import Granary

/// Leaves rows out that are older than what is here, by the versions that the server gives them.
struct ServedVersions<Snapshot: ModelSnapshot> {
    let context: Context
    let entity: Entity
    /// The position of the attribute with the version.
    let attribute: Int

    /// Whether a row is older than another one of the same object.
    func isOlder(_ row: ServedRow<Snapshot>, than other: ServedRow<Snapshot>) throws -> Bool {
        guard let version = try version(of: row), let later = try self.version(of: other) else {
            return false
        }
        return version.compare(later) == .less
    }

    /// The keys of those of some rows that are older than the objects that are here.
    ///
    /// - Complexity: O(rows), and one request.
    func older(_ rows: [ServedRow<Snapshot>]) throws -> Set<ObjectKey> {
        var present: [ObjectKey: Value] = [:]
        for object in try context.objects(rows.map { $0.snapshot.objectID }) {
            let values = try object.snapshot.columnValues(of: entity, only: attribute)
            present[object.erasedKey] = values[attribute]
        }
        var older: Set<ObjectKey> = []
        for row in rows {
            guard let version = try version(of: row), let here = present[row.key], !here.isNull else {
                continue
            }
            if version.compare(here) == .less { older.insert(row.key) }
        }
        return older
    }

    private func version(of row: ServedRow<Snapshot>) throws -> Value? {
        if let given = row.given, !given.contains(attribute) { return nil }
        let value = try row.snapshot.columnValues(of: entity, only: attribute)[attribute]
        return value.isNull ? nil : value
    }
}
