/// The migrations from one version of the models to a schema, with everything that prevents them.
package struct MigrationCourse {
    /// All steps from the first version to the last.
    package let plan: MigrationPlan
    /// The fingerprints of all versions in order.
    package private(set) var versions: [String]
    /// Whether any of the migrations has code.
    package private(set) var runsCode = false
    /// The steps of all migrations.
    package private(set) var steps: [MigrationStep] = []
    /// The migrations of data on the way.
    package private(set) var data: [StoredMigration] = []
    /// The way; `nil` if none leads to the schema.
    package private(set) var route: MigrationRoute?
    /// The steps that lose data.
    package var losses: [MigrationStep] { steps.filter(\.losesData) }
    /// The error that refuses the migration, if there is one.
    package private(set) var refusal: GranaryError?
    /// The consents that would let a refused migration be carried out; none if it is refused for another reason too.
    package private(set) var missingConsents: [String] = []

    /// Whether rows are read or written on the way.
    package var touchesRows: Bool { runsCode || steps.contains { $0.touchesRows || $0.losesData } }

    /// Finds the way of a store from one version to a schema.
    package init(from held: StoredSchema, to schema: Schema, _ names: [String], consents: Set<String>) {
        let wanted = StoredSchema(schema, names)
        self.init(
            MigrationPlan(from: held, to: wanted, configurations: Set(names))
                .beside(OutsideModels(schema, besides: names)), to: wanted,
            by: schema.migrations, of: names, consents: consents)
    }

    /// Finds the way that a plan needs, with the migrations that a program declares.
    package init(
        _ plan: MigrationPlan, to wanted: StoredSchema, by migrations: [any SchemaMigration],
        of names: [String], consents: Set<String>
    ) {
        self.plan = plan
        versions = [plan.source.fingerprint(of: Set(names))]
        refusal = plan.source.refusal(ofOlder: wanted, by: migrations, of: names)
        do {
            let route = try MigrationRoute(plan, to: wanted, by: migrations, of: names)
            self.route = route
            if !route.isEmpty { versions = route.versions }
            try go(route, names, consents)
        } catch let error as GranaryError {
            refusal = refusal ?? error
        } catch {
            refusal =
                refusal ?? GranaryError(.incompatible, "The way to the schema is not known.", cause: error)
        }
    }

    private mutating func go(_ route: MigrationRoute, _ names: [String], _ consents: Set<String>) throws {
        var held = plan.source
        for stage in route.stages {
            switch stage {
            case .plan:
                steps += plan.steps
                refuse(plan, consents)
                held = plan.target
            case .edge(let edge):
                let migration = edge.migration as? any CodedMigration
                var plan = MigrationPlan(
                    from: held, to: StoredSchema(edge.migration.target, route.names),
                    configurations: Set(names))
                if migration?.hasCode == true {
                    runsCode = true
                    plan = plan.leavingValuesToCode()
                } else {
                    plan = plan.beside(OutsideModels(edge.migration.target, besides: names))
                }
                steps += plan.steps
                refuse(plan, consents, declared: migration?.consents ?? [])
                // A consent that one part of the way uses up does not apply to the next.
                let record = StoredMigration(
                    configurations: route.names, source: edge.source, target: edge.target)
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
