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
    /// Tables of configurations that the store does not hold yet are not in the plan: opening the store creates them. A
    /// configuration that takes over a table of another one is in the plan as a whole.
    public init(from source: StoredSchema, to wanted: StoredSchema, configurations: Set<String>) {
        let held = source.configurations
        let new = wanted.part(of: configurations.subtracting(held))
        let asked = configurations.intersection(held)
            .union(source.configurations(replacedBy: new, besides: configurations))
        let joining = source.part(of: asked).configurations(
            takenOverBy: new, besides: wanted.part(of: asked))
        let concerned = asked.union(joining)
        let comparison = SchemaComparison(
            source, wanted.part(of: concerned), asked: asked,
            taken: wanted.part(of: configurations.subtracting(concerned)))
        self.source = source
        target = source.exchanging(concerned, for: wanted.part(of: concerned))
        steps = comparison.steps
        changes = comparison.changes
    }

    /// The same plan, which also records that the store has been through a migration.
    func recording(_ migration: StoredMigration) -> MigrationPlan {
        var (plan, migration) = (self, migration)
        let losses = steps.filter(\.losesData).map(\.name)
        if !losses.isEmpty { migration.losses = losses }
        plan.target.migrations.append(migration)
        return plan
    }

    /// Whether there is nothing to do.
    public var isEmpty: Bool { steps.isEmpty }

    /// The steps that cannot be carried out.
    public var obstacles: [MigrationStep] { steps.filter { $0.obstacle != nil } }

    /// The consent to a step: its name, with a number if the store has lost something under that name before, as in
    /// `drop Flight.delay (2)`.
    public func consent(to step: MigrationStep) -> String {
        let count = source.migrations.count { $0.losses?.contains(step.name) == true }
        return count == 0 ? step.name : "\(step.name) (\(count + 1))"
    }

    /// The steps that lose data and are not among the given consents.
    public func missingConsent(given: Set<String> = []) -> [MigrationStep] {
        steps.filter { $0.losesData && !given.contains(consent(to: $0)) }
    }
}

extension StoredSchema {
    /// The configurations that are not wanted, since new ones have all of their tables.
    fileprivate func configurations(replacedBy new: StoredSchema, besides asked: Set<String>) -> Set<String> {
        configurations.subtracting(asked).filter { name in
            part(of: [name]).tables.allSatisfy { old in new.tables.contains { $0.takesOver(old) } }
        }
    }

    /// The new configurations that get a table of this schema which is not kept in place.
    fileprivate func configurations(
        takenOverBy new: StoredSchema, besides kept: StoredSchema
    ) -> Set<String> {
        let leaving = tables.filter { kept.table($0.name) == nil }
        return Set(
            new.tables.filter { table in leaving.contains(where: table.takesOver) }.map(\.configuration))
    }
}

extension StoredTable {
    /// Whether the table is another one by its name, or by the one that it declares.
    fileprivate func takesOver(_ old: StoredTable) -> Bool {
        name == old.name || renamedFrom.map { $0 == old.model || $0 == old.name } == true
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
    ///
    /// `declared` are the consents of a migration, which hold for its own steps only, regardless of earlier losses.
    func refusal(consents: Set<String>, declared: Set<String> = []) -> GranaryError? {
        let missing = missingConsent(given: consents).filter { !declared.contains($0.name) }
        if obstacles.isEmpty && missing.isEmpty { return nil }
        var remedies: [String] = []
        if !obstacles.isEmpty {
            remedies.append(
                "Change the models so that no step is impossible, with a default or an optional property; or give the rows their values in a Migration with code; or use the schema the store was made with. With onIncompatible: moveAside a new, empty store takes its place."
            )
        }
        remedies += possibleRenames
        if !missing.isEmpty {
            remedies.append(
                "To give the data up, name in the store's consents: \(Self.list(missing.map(consent(to:)))).")
            let unknown = unknown(consents)
            if !unknown.isEmpty {
                remedies.append("No step of this plan has the name of the consents \(Self.list(unknown)).")
            }
        }
        return GranaryError(
            .incompatible,
            "The store does not fit the schema, and migrating it would take these steps:\n\(self)\nNothing was changed. \(remedies.joined(separator: " "))"
        )
    }

    /// The consents that match no loss of this store, past or planned.
    private func unknown(_ consents: Set<String>) -> [String] {
        var past: Set<String> = []
        for (name, losses) in Dictionary(grouping: source.migrations.flatMap { $0.losses ?? [] }, by: \.self)
        {
            past.insert(name)
            for number in 1...losses.count { past.insert("\(name) (\(number))") }
        }
        return consents.subtracting(steps.map(consent(to:))).subtracting(past).sorted()
    }
}
