extension SchemaHistory {
    /// Whether the stores of one recorded version can follow.
    public struct Finding: Sendable, Hashable, Codable {
        /// What the release is called.
        public var name: String
        /// The fingerprint of all that it stores.
        public var fingerprint: String
        /// Why its stores would be refused; `nil` when they would be brought to the schema.
        public var refusal: String?
    }

    /// Looks whether stores of every recorded version would be brought to a schema; the consents name steps that may lose data.
    ///
    /// - Throws: what ``versions(in:)`` throws.
    public static func findings(
        _ schema: Schema, against folder: String, consents: Set<String> = []
    ) throws -> [Finding] {
        try versions(in: folder).map { version in
            let course = MigrationCourse(
                from: version.schema, to: schema, schema.configurations, consents: consents)
            return Finding(
                name: version.name, fingerprint: version.fingerprint, refusal: course.refusal?.message)
        }
    }

    /// Checks that stores of every recorded version would be brought to a schema; the consents name steps that may lose data.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with what stands against it, for each version: a required attribute without a
    ///   default, a rename that says nothing of the old name (which is a loss), a key that changes under relationships, a migration
    ///   that is missing; what ``versions(in:)`` throws.
    public static func verify(_ schema: Schema, against folder: String, consents: Set<String> = []) throws {
        let problems = try findings(schema, against: folder, consents: consents).compactMap { finding in
            finding.refusal.map { "Stores of the version “\(finding.name)” cannot follow. \($0)" }
        }
        if problems.isEmpty { return }
        throw GranaryError(.schema, problems.joined(separator: "\n"))
    }
}
