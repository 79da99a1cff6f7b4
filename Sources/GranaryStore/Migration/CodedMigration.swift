/// A migration that names the data losses it consents to, and that may have code.
package protocol CodedMigration: SchemaMigration {
    /// The names of steps that may lose data.
    var consents: Set<String> { get }
    /// Whether there is code; without it, the plan alone migrates the store.
    var hasCode: Bool { get }
    /// The name of a migration of data, which stores record; `nil` for one between two versions.
    var name: String? { get }
    /// The configurations whose rows a migration of data is about; `nil` for all of the schema.
    var configurations: Set<String>? { get }
    /// Runs the code on a store for which a request has been carried out; the old rows are read from the store in its
    /// old state.
    func run(from old: StoredRecords, to new: any Store, _ request: MigrationRequest) throws
}

extension CodedMigration {
    /// The configurations among some whose rows a migration of data is about.
    package func concerned(_ names: [String]) -> [String] {
        names.filter { configurations?.contains($0) ?? target.configurations.contains($0) }
    }

    /// The record of a migration of data in a store of some configurations; `nil` if it concerns none of them, or is
    /// between two versions.
    package func record(_ names: [String]) -> StoredMigration? {
        let concerned = concerned(names)
        guard let name, !concerned.isEmpty else { return nil }
        let version = target.fingerprint(of: names)
        return StoredMigration(name: name, configurations: concerned, source: version, target: version)
    }
}

extension Schema {
    /// The migrations of data that a new store of some configurations counts as completed.
    package func records(for names: [String]) -> [StoredMigration] {
        migrations.compactMap { ($0 as? any CodedMigration)?.record(names) }
    }
}
