extension SchemaHistory {
    /// Whether the stores of one recorded version can be migrated.
    public struct Finding: Sendable, Hashable, Codable {
        /// The name of the release.
        public var name: String
        /// The fingerprint of its schema.
        public var fingerprint: String
        /// Why its stores would be refused; `nil` when they would be migrated to the schema.
        public var refusal: String?
    }

    /// Checks whether stores of every recorded version would be migrated to a schema.
    ///
    /// The consents name steps that may lose data, and those that depend on the values in the rows, such as an
    /// attribute without a default that becomes required once a ``Backfill`` has filled it, a new unique constraint, or
    /// another key.
    ///
    /// - Throws: any error from ``versions(in:)``.
    public static func findings(
        _ schema: Schema, against folder: String, consents: Set<String> = []
    ) throws -> [Finding] {
        try versions(in: folder).map { version in
            let path = MigrationPath(
                from: version.schema, to: schema, schema.configurations, consents: consents)
            let conditions = path.steps.filter { !consents.contains($0.name) }.compactMap { step in
                step.condition.map { "They follow by “\(step.name)” only if \($0). \(step.assurance)" }
            }
            let refusals = conditions + [path.refusal?.message].compactMap { $0 }
            return Finding(
                name: version.name, fingerprint: version.fingerprint,
                refusal: refusals.isEmpty ? nil : refusals.joined(separator: " "))
        }
    }

    /// Checks that stores of every recorded version can be migrated to a schema; the consents are those of
    /// ``findings(_:against:consents:)``.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with the reasons against it, for each version: a required attribute
    ///   without a default, a rename without the old name (which is a loss), a migration that is missing; any error
    ///   from ``versions(in:)``.
    public static func verify(_ schema: Schema, against folder: String, consents: Set<String> = []) throws {
        let problems = try findings(schema, against: folder, consents: consents).compactMap { finding in
            finding.refusal.map { "Stores of the version “\(finding.name)” cannot follow. \($0)" }
        }
        if problems.isEmpty { return }
        throw GranaryError(.schema, problems.joined(separator: "\n"))
    }
}

extension MigrationStep {
    /// How a program makes sure that the condition of the step holds.
    fileprivate var assurance: String {
        action == .makeRequired
            ? "Give it a default; or, when a release with a Backfill lies between, name the step in the consents."
            : "When the program makes sure of that, name the step in the consents."
    }
}
