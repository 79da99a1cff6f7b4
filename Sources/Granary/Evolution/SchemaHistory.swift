internal import FoundationEssentials

/// The versions of a schema that were released, each in a file of a folder, and the check that their stores can follow.
///
/// Record the schema with each release, keep the files with the program's sources, and verify in a test:
///
/// ```swift
/// @Test func releasedStoresFollow() throws {
///     try SchemaHistory.verify(schema, against: "Schemas")
/// }
/// ```
public enum SchemaHistory {
    /// One released version.
    public struct Version: Sendable, Hashable, Codable {
        /// What the release is called.
        public var name: String
        /// The fingerprint of all that it stores.
        public var fingerprint: String
        /// What it stores.
        public var schema: StoredSchema
    }

    /// Writes a schema to a file of a folder, which is made if it is missing; the name is that of the release.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``GranaryError/Code/configuration`` for a name that is no file name, or one that another version has;
    ///   ``GranaryError/Code/io``.
    @discardableResult
    public static func record(_ schema: Schema, as name: String, in folder: String) throws -> String {
        if let fault = PathRule.fault(file: "\(name).json") {
            throw GranaryError(.configuration, "The name of the version \(fault).")
        }
        let version = Version(
            name: name, fingerprint: schema.fingerprint, schema: StoredSchema(schema, schema.configurations))
        let path = PathRule.join(folder, "\(name).json")
        if FileManager.default.fileExists(atPath: path) {
            if try read(path) == version { return path }
            throw GranaryError(
                .configuration,
                "The version “\(name)” is recorded with other models. Versions that were released do not change; choose another name."
            )
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try (encoder.encode(version) + Data("\n".utf8)).write(
                to: URL(filePath: path), options: .atomic)
        } catch {
            throw GranaryError(.io, "The schema cannot be written to “\(path)”.", cause: error)
        }
        return path
    }

    /// The versions in a folder, by the names of their files.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` without a folder; ``GranaryError/Code/corrupt`` for a file that was changed by
    ///   hand or is none of these.
    public static func versions(in folder: String) throws -> [Version] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw GranaryError(
                .notFound, "There is no folder “\(folder)” with recorded schemas. Record the first.",
                cause: error)
        }
        return try names.filter { $0.ends(with: ".json") }.sorted().map {
            try read(PathRule.join(folder, $0))
        }
    }

    private static func read(_ path: String) throws -> Version {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw GranaryError(.notFound, "The file “\(path)” cannot be read.")
        }
        do {
            let version = try JSONDecoder().decode(Version.self, from: bytes)
            if version.schema.fingerprint == version.fingerprint { return version }
        } catch {
            throw GranaryError(
                .corrupt, "The file “\(path)” is no recorded schema. Take it from the release again.",
                cause: error)
        }
        throw GranaryError(
            .corrupt,
            "The schema in the file “\(path)” was changed after it was recorded: its fingerprint is another one. Take it from the release again."
        )
    }

    /// Checks that stores of every recorded version would be brought to a schema.
    ///
    /// The consents name steps that may lose data, and those that depend on what the rows hold, such as an attribute without a
    /// default that becomes required once a ``Backfill`` has filled it.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with what stands against it, for each version: a required attribute without a
    ///   default, a rename that says nothing of the old name (which is a loss), a key that changes under relationships, a migration
    ///   that is missing; what ``versions(in:)`` throws.
    public static func verify(_ schema: Schema, against folder: String, consents: Set<String> = []) throws {
        var problems: [String] = []
        for version in try versions(in: folder) {
            let course = MigrationCourse(
                from: version.schema, to: schema, schema.configurations, consents: consents)
            for step in course.steps where step.condition != nil && !consents.contains(step.name) {
                problems.append(
                    "Stores of the version “\(version.name)” follow by “\(step.name)” only if \(step.condition ?? ""). Give it a default; or, when a release with a Backfill lies between, name the step in the consents."
                )
            }
            if let refusal = course.refusal {
                problems.append("Stores of the version “\(version.name)” cannot follow. \(refusal.message)")
            }
        }
        if problems.isEmpty { return }
        throw GranaryError(.schema, problems.joined(separator: "\n"))
    }
}
