/// The migrations from one version of the models to a schema, with everything that prevents them.
struct MigrationCourse {
    /// All steps from the first version to the last.
    let plan: MigrationPlan
    /// The fingerprints of all versions in order.
    private(set) var versions: [String]
    /// Whether any of the migrations has code.
    private(set) var runsCode = false
    /// The steps of all migrations.
    private(set) var steps: [MigrationStep] = []
    /// The steps that lose data.
    var losses: [MigrationStep] { steps.filter(\.losesData) }
    /// The error that refuses the migration, if there is one.
    private(set) var refusal: GranaryError?

    init(from held: StoredSchema, to schema: Schema, _ names: [String], consents: Set<String>) {
        let configurations = Set(names)
        plan = MigrationPlan(
            from: held, to: StoredSchema(schema, names), configurations: configurations)
        versions = [held.fingerprint(of: configurations)]
        if plan.isEmpty { return }
        if schema.migrations.isEmpty {
            versions.append(schema.fingerprint(of: names))
            steps = plan.steps
            refusal = plan.refusal(consents: consents)
            return
        }
        do {
            let path = try MigrationPath(
                from: versions[0], to: schema.fingerprint(of: names), by: schema.migrations, of: names)
            try go(path, from: held, names, consents)
        } catch let error as GranaryError {
            refusal = error
        } catch {
            refusal = GranaryError(.incompatible, "The way to the schema is not known.", cause: error)
        }
    }

    private mutating func go(
        _ path: MigrationPath, from held: StoredSchema, _ names: [String], _ consents: Set<String>
    ) throws {
        var held = held
        for edge in path.edges {
            let migration = edge.migration as? any CodedMigration
            var plan = MigrationPlan(
                from: held, to: StoredSchema(edge.migration.target, names), configurations: Set(names))
            if migration?.hasCode == true {
                runsCode = true
                plan = plan.leavingValuesToCode()
            }
            steps += plan.steps
            refusal = refusal ?? plan.refusal(consents: consents.union(migration?.consents ?? []))
            versions.append(edge.target)
            held = plan.target
        }
    }
}

extension StoredSchema {
    /// Describes the part of a schema that belongs to some configurations.
    package init(_ schema: Schema, _ names: [String]) {
        self.init(entities: schema.entities(in: names), links: schema.links(in: names))
    }
}
