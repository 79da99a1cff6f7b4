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
    /// Receives the progress; `nil` if it is not asked for.
    package let monitor: MigrationMonitor?
}
