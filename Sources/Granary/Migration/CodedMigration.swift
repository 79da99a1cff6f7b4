/// A migration that says what a plan may give up, and that may have code.
package protocol CodedMigration: SchemaMigration {
    /// The names of steps that may lose data.
    var consents: Set<String> { get }
    /// Whether there is code; without it, the plan alone leads to the target.
    var hasCode: Bool { get }
    /// Runs the code on a store that the plan has been carried out on.
    func run(_ stage: MigrationStage) throws
}

/// What the code of a migration works on.
package struct MigrationStage {
    /// The store as it was.
    package let old: StoredRecords
    /// A store that has the new tables, with what could be kept.
    package let new: any Store
    /// The schema of the new tables.
    package let schema: Schema
    /// The names of the configurations that the store holds.
    package let configurations: [String]
    /// The configuration of the store.
    package let configuration: StoreConfiguration
}
