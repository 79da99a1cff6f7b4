/// A migration that names the data losses it consents to, and that may have code.
package protocol CodedMigration: SchemaMigration {
    /// The names of steps that may lose data.
    var consents: Set<String> { get }
    /// Whether there is code; without it, the plan alone migrates the store.
    var hasCode: Bool { get }
    /// Runs the code on a store after the plan has been carried out.
    func run(_ stage: MigrationStage) throws
}

/// The stores and the schema that the code of a migration uses.
package struct MigrationStage {
    /// The store in its old state.
    package let old: StoredRecords
    /// A store with the new tables and the migrated rows.
    package let new: any Store
    /// The schema of the new tables.
    package let schema: Schema
    /// The names of the configurations that the store holds.
    package let configurations: [String]
    /// The configuration of the store.
    package let configuration: StoreConfiguration
}
