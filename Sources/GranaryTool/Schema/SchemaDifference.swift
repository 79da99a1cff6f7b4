import Granary

/// The steps from one version of models to another, and the other differences.
struct SchemaDifference {
    private let source: NamedSchema
    private let target: NamedSchema
    /// The steps that stores would go through.
    let steps: [StepReport]
    /// Whether only names in Swift, rules or defaults differ, which changes nothing in a store but its record.
    private let differsInRecordOnly: Bool

    /// Compares two schemas; if one is a store's, only the configurations of that store.
    ///
    /// Where the program's models are the target, steps that its migrations do by code are no obstacle.
    ///
    /// - Throws: ``GranaryError/Code/query`` for two stores that share no configuration.
    init(from source: NamedSchema, to target: NamedSchema) throws {
        self.source = source
        self.target = target
        let all = source.schema.configurations.union(target.schema.configurations)
        let asked = all.intersection(source.configurations ?? all).intersection(target.configurations ?? all)
        if asked.isEmpty, !all.isEmpty { throw Self.disjoint(source, target) }
        let held = source.schema.part(of: asked)
        let wanted = target.schema.part(of: asked)
        let plan = MigrationPlan(from: held, to: wanted, configurations: asked)
        // A plan leaves out the tables that a store would make when it is opened: those of configurations it does not
        // hold.
        let changed = Set(plan.changes.compactMap(\.target?.name))
        let new = wanted.tables.filter {
            !held.configurations.contains($0.configuration) && !changed.contains($0.name)
        }
        let path = target.program.flatMap { program in
            program.migrations.isEmpty
                ? nil : MigrationPath(from: held, to: program, asked.sorted(), consents: [])
        }
        steps =
            plan.steps.map { step in
                StepReport(
                    step, isRefused: path?.isWhole != true, leavesToCode: path?.overcomesObstacles == true)
            } + new.map(StepReport.init(adding:))
        differsInRecordOnly = steps.isEmpty && held != wanted
    }

    private static func disjoint(_ source: NamedSchema, _ target: NamedSchema) -> GranaryError {
        let lists = [source, target].map { named in
            let names = (named.configurations ?? named.schema.configurations).sorted()
            return "“\(named.name)” holds \(names.joined(separator: ", "))"
        }
        return GranaryError(
            .query,
            "The two hold no configuration in common, so there is nothing to compare: \(lists.joined(separator: ", ")). Name two versions of the same models."
        )
    }

    /// The steps as a table.
    func text(width: Int) -> String {
        let head = Screen.clean("\(versionText(source)) → \(versionText(target))")
        if steps.isEmpty {
            let besides =
                differsInRecordOnly ? " Only names in Swift, delete rules or defaults differ." : ""
            return "\(head)\n\nStores need no step.\(besides)"
        }
        return "\(head)\n\n\(StepReport.table(steps, width: width))"
    }

    private func versionText(_ named: NamedSchema) -> String {
        "\(named.name) (\(ByteText.short(named.schema.fingerprint)))"
    }

    /// The same for programs.
    var document: SchemaDifferenceDocument {
        SchemaDifferenceDocument(
            from: .init(name: source.name, fingerprint: source.schema.fingerprint),
            to: .init(name: target.name, fingerprint: target.schema.fingerprint), steps: steps,
            differsInRecordOnly: differsInRecordOnly)
    }
}

/// The document that `schema diff --json` prints.
struct SchemaDifferenceDocument: Codable, Sendable, Equatable {
    /// One of the two.
    struct Version: Codable, Sendable, Equatable {
        var name: String
        var fingerprint: String
    }

    var from: Version
    var to: Version
    var steps: [StepReport]
    var differsInRecordOnly: Bool
}
