import FoundationEssentials

extension FileConfigurationSource {
    /// The formats, by the file's extension.
    private static let extensions = ["yaml", "yml", "json"]
    /// The largest size of a file in bytes, which bounds the time and memory for reading.
    private static let largestFile = 1 << 20

    /// Reads the file and its overlay, the overlay first.
    func readFiles(_ overrides: [ConfigurationLayer]) async throws -> [ConfigurationLayer] {
        try checkFile(path)
        try checkExtension()
        let file = try await ConfigurationLayer.file(path)
        if file.root == nil {
            throw failure(
                "The file is empty; it needs at least `stores:` with a store for each configuration.")
        }
        guard let name = overlayName(overrides) else { return [file] }
        let overlay = try overlayPath(name)
        try checkFile(overlay)
        return [try await .file(overlay), file]
    }

    private func overlayName(_ overrides: [ConfigurationLayer]) -> String? {
        let given = environment ?? overrides.lazy.compactMap { $0.text(["environment"]) }.first
        return given.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func overlayPath(_ name: String) throws -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_")
        }
        guard isPlain else {
            throw failure(
                """
                The environment’s name becomes a part of a file name and may only have letters, digits, \
                “-” and “_”.
                """
            )
        }
        let overlay = "\(stem).\(name).\(suffix)"
        let path = PathRule.join(PathRule.directory(of: path), overlay)
        if FileManager.default.fileExists(atPath: path) { return path }
        let present = presentOverlays
        let hint = NearestMatch.question(name, in: present)
        let list = present.isEmpty ? "there are none" : "there are: \(present.joined(separator: ", "))"
        throw failure(
            """
            The overlay “\(overlay)” of the environment “\(name)” does not exist (\(list)); create it, it \
            may be empty, or leave the environment out.\(hint)
            """
        )
    }

    /// The names of the overlays next to the file.
    private var presentOverlays: [String] {
        let directory = PathRule.directory(of: path)
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)
        return (names ?? []).compactMap { $0.rest(after: "\(stem).")?.part(before: ".\(suffix)") }
            .filter { !$0.isEmpty && !$0.holds(".") }.sorted()
    }

    private func checkExtension() throws {
        guard !Self.extensions.contains(suffix.lowercased()) else { return }
        throw failure("The file’s extension names no format; use .yaml, .yml or .json.")
    }

    /// Refuses files that would never end, or that would fail with an unclear error.
    private func checkFile(_ path: String) throws {
        func refuse(_ text: String) -> GranaryError { ConfigurationNode.unreadable(path, nil, text) }
        if path.isEmpty {
            throw GranaryError(.configuration, "The path of the configuration is empty; name a file.")
        }
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            let place = path.utf8.first == 0x2f ? "" : " in “\(FileManager.default.currentDirectoryPath)”"
            var error = GranaryError(
                .configuration, "There is no configuration file “\(path)”\(place); correct the path.")
            error.context.path = path
            throw error
        }
        if isDirectory { throw refuse("This is a directory; name a file.") }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw refuse("The file may not be read; check its permissions.")
        }
        guard let size = BoundedFile.size(of: path) else {
            throw refuse("This is not a regular file; name one.")
        }
        guard size <= Self.largestFile else {
            throw refuse("The file is larger than 1 MiB, which no configuration is; name another.")
        }
    }

    private var stem: String {
        let name = PathRule.name(of: path)
        return name.halves(atLast: ".")?.before ?? name
    }

    private var suffix: String {
        let name = PathRule.name(of: path)
        return name.halves(atLast: ".")?.after ?? ""
    }

    private func failure(_ text: String) -> GranaryError {
        ConfigurationNode.unreadable(path, nil, text)
    }
}
