/// The steps that migrate a store from its models to the wanted ones, as values.
///
/// A plan compares two stored schemas, so it can be made, printed and inspected without opening a store for writing. A
/// backend carries out its ``changes``.
public struct MigrationPlan: Sendable, Hashable, Codable {
    /// The schema of the store.
    public let source: StoredSchema
    /// The schema of the store afterwards, including configurations that were not asked for.
    public internal(set) var target: StoredSchema
    /// Every change, in the order of the tables.
    public internal(set) var steps: [MigrationStep]
    /// The same changes by table, for the backend; only tables that change.
    public internal(set) var changes: [TableChange]

    /// Plans the migration of a store from one schema to another, for some configurations; the others stay unchanged.
    ///
    /// Tables of configurations that the store does not hold yet are not in the plan: opening the store creates them.
    public init(from source: StoredSchema, to wanted: StoredSchema, configurations: Set<String>) {
        let held = source.configurations
        let asked = configurations.intersection(held)
        let comparison = SchemaComparison(
            source, wanted.part(of: asked), asked: asked,
            taken: wanted.part(of: configurations.subtracting(held)))
        self.source = source
        target = source.exchanging(asked, for: wanted.part(of: asked))
        steps = comparison.steps
        changes = comparison.changes
    }

    /// The same plan, which also records that the store has been through a migration.
    func recording(_ migration: StoredMigration) -> MigrationPlan {
        var plan = self
        plan.target.migrations.append(migration)
        return plan
    }

    /// Whether there is nothing to do.
    public var isEmpty: Bool { steps.isEmpty }

    /// The steps that cannot be carried out.
    public var obstacles: [MigrationStep] { steps.filter { $0.obstacle != nil } }

    /// The steps that lose data and are not among the given consents.
    public func missingConsent(given: Set<String> = []) -> [MigrationStep] {
        steps.filter { $0.losesData && !given.contains($0.name) }
    }
}

extension MigrationPlan: CustomStringConvertible {
    /// The steps, a line each.
    public var description: String {
        steps.isEmpty ? "Nothing to do." : steps.map { "- \($0)" }.joined(separator: "\n")
    }
}

extension MigrationPlan {
    /// The error that refuses the plan, with the plan and the remedies; `nil` if it can be carried out.
    func refusal(consents: Set<String>) -> GranaryError? {
        let missing = missingConsent(given: consents)
        if obstacles.isEmpty && missing.isEmpty { return nil }
        var remedies: [String] = []
        if !obstacles.isEmpty {
            remedies.append(
                "Change the models so that no step is impossible, use the schema the store was made with, or set onIncompatible to moveAside."
            )
        }
        if !missing.isEmpty {
            let names = missing.map { "“\($0.name)”" }.joined(separator: ", ")
            remedies.append("To give the data up, name in the store's consents: \(names).")
        }
        return GranaryError(
            .incompatible,
            "The store does not fit the schema, and migrating it would take these steps:\n\(self)\nNothing was changed. \(remedies.joined(separator: " "))"
        )
    }
}
