/// The migrations that bring a store to a schema, one after the other, with everything that prevents them.
package struct MigrationPath {
    /// One migration on the path.
    enum Stage {
        /// The change to another version by the steps that follow from the two.
        case plan
        /// The change to another version by a migration that the schema declares.
        case edge(Edge)
        /// A migration of data, and its record.
        case data(any CodedMigration, StoredMigration)
    }

    /// A declared migration between the versions of one store.
    struct Edge {
        let migration: any SchemaMigration
        let source: String
        let target: String
    }

    /// All steps from the first version to the last.
    package let plan: MigrationPlan
    /// The configurations that are wanted and that the store holds, or takes over from one that it holds.
    let names: [String]
    /// The migrations in order; `nil` if they do not lead to the schema.
    private(set) var stages: [Stage]?
    /// The fingerprints of all versions in order.
    package private(set) var versions: [String]
    /// Whether any of the migrations has code.
    package private(set) var runsCode = false
    /// The steps of all migrations.
    package private(set) var steps: [MigrationStep] = []
    /// The migrations of data on the path.
    package private(set) var data: [StoredMigration] = []
    /// The steps that lose data.
    package var losses: [MigrationStep] { steps.filter(\.losesData) }
    /// The error that refuses the migration, if there is one.
    package private(set) var refusal: GranaryError?
    /// The consents that would let a refused migration be carried out; none if it is refused for another reason too.
    package private(set) var missingConsents: [String] = []

    /// Whether rows are read or written on the path.
    package var touchesRows: Bool { runsCode || steps.contains { $0.touchesRows || $0.losesData } }

    /// Whether everything is carried out without a consent of the store's configuration.
    package var isWhole: Bool { refusal == nil }

    /// Whether code covers the steps that are impossible alone.
    package var overcomesObstacles: Bool {
        stages != nil && refusal?.code != .newer && steps.allSatisfy { $0.obstacle == nil }
    }

    /// Finds the path of a store from one version to a schema.
    package init(from held: StoredSchema, to schema: Schema, _ names: [String], consents: Set<String>) {
        let wanted = StoredSchema(schema, names)
        self.init(
            MigrationPlan(from: held, to: wanted, configurations: Set(names))
                .beside(OutsideModels(schema, besides: names)), to: wanted,
            by: schema.migrations, of: names, consents: consents)
    }

    /// Finds the path that a plan needs, with the migrations that a program declares.
    package init(
        _ plan: MigrationPlan, to wanted: StoredSchema, by migrations: [any SchemaMigration],
        of asked: [String], consents: Set<String>
    ) {
        let concerned = plan.source.configurations.union(plan.target.configurations)
        self.plan = plan
        names = asked.filter(concerned.contains).sorted()
        versions = [plan.source.fingerprint(of: Set(asked))]
        refusal = plan.source.refusal(ofOlder: wanted, by: migrations, of: asked)
        do {
            let found = try Self.stages(of: plan, to: wanted, by: migrations, of: names)
            stages = found.stages
            if !found.stages.isEmpty { versions = found.versions }
            foresee(found.stages, asked, consents)
        } catch {
            refusal = refusal ?? error
        }
    }

    private mutating func foresee(_ stages: [Stage], _ asked: [String], _ consents: Set<String>) {
        var held = plan.source
        for stage in stages {
            switch stage {
            case .plan:
                steps += plan.steps
                refuse(plan, consents)
                held = plan.target
            case .edge(let edge):
                let migration = edge.migration as? any CodedMigration
                var plan = MigrationPlan(
                    from: held, to: StoredSchema(edge.migration.target, names), configurations: Set(asked))
                if migration?.hasCode == true {
                    runsCode = true
                    plan = plan.leavingValuesToCode()
                } else {
                    plan = plan.beside(OutsideModels(edge.migration.target, besides: asked))
                }
                steps += plan.steps
                refuse(plan, consents, declared: migration?.consents ?? [])
                // A consent that one migration uses up does not apply to the next.
                let record = StoredMigration(
                    configurations: names, source: edge.source, target: edge.target)
                held = plan.recording(record).target
            case .data(_, let record):
                runsCode = true
                data.append(record)
            }
        }
    }

    private mutating func refuse(
        _ plan: MigrationPlan, _ consents: Set<String>, declared: Set<String> = []
    ) {
        let missing = plan.missingConsent(given: consents).filter { !declared.contains($0.name) }
        if refusal == nil || !missingConsents.isEmpty {
            missingConsents =
                plan.obstacles.isEmpty ? missingConsents + missing.map(plan.consent(to:)) : []
        }
        refusal = refusal ?? plan.refusal(consents: consents, declared: declared)
    }
}

extension StoredSchema {
    /// Describes the part of a schema that belongs to some configurations, as a new store records it.
    package init(_ schema: Schema, _ names: [String]) {
        self.init(entities: schema.entities(in: names), links: schema.links(in: names))
        migrations = schema.records(for: names)
        if schema.isReadableByOlderVersions { readableByOlderVersions = configurations.sorted() }
    }
}
