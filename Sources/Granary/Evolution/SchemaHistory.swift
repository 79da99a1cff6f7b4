internal import FoundationEssentials

/// The released versions of a schema, each in a file of a folder, and the check that their stores can be migrated.
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
        /// The name of the release.
        public var name: String
        /// The fingerprint of the schema.
        public var fingerprint: String
        /// The schema.
        public var schema: StoredSchema

        /// Describes a version of the stored schema.
        public init(name: String, schema: StoredSchema) {
            self.name = name
            self.schema = schema
            fingerprint = schema.fingerprint
        }
    }

    /// Writes a schema to a file named after the release; creates the folder if it is missing.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``GranaryError/Code/configuration`` for a name that is not a file name, or that another version has;
    ///   ``GranaryError/Code/io``.
    @discardableResult
    public static func record(_ schema: Schema, as name: String, in folder: String) throws -> String {
        if let fault = PathRule.fault(file: "\(name).json") {
            throw GranaryError(.configuration, "The name of the version \(fault).")
        }
        let version = Version(name: name, schema: StoredSchema(schema, schema.configurations))
        let path = PathRule.join(folder, "\(name).json")
        if FileManager.default.fileExists(atPath: path) {
            if try self.version(at: path) == version { return path }
            throw GranaryError(
                .configuration,
                "The version “\(name)” is recorded with other models. Versions that were released do not change; choose another name."
            )
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try RecordedVersion(version).json().write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw GranaryError(.io, "The schema cannot be written to “\(path)”.", cause: error)
        }
        return path
    }

    /// The versions in a folder, by the names of their files.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` if there is no folder; ``GranaryError/Code/corrupt`` for a file that
    ///   was edited or has another format.
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
            try version(at: PathRule.join(folder, $0))
        }
    }

    /// The version that a file holds.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a file that cannot be read; ``GranaryError/Code/corrupt`` for one
    ///   that was changed by hand or is no recorded schema.
    public static func version(at path: String) throws -> Version {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw GranaryError(.notFound, "The file “\(path)” cannot be read.")
        }
        do {
            let recorded = try JSONDecoder().decode(RecordedVersion.self, from: bytes)
            if recorded.isWhole(in: bytes) { return recorded.version }
        } catch {
            throw GranaryError(
                .corrupt, "The file “\(path)” is no recorded schema. Take it from the release again.",
                cause: error)
        }
        throw GranaryError(
            .corrupt,
            "The schema in the file “\(path)” was changed after it was recorded: its digest is another one. Take it from the release again."
        )
    }
}
