public import FoundationEssentials

/// A configuration file with its overrides: an overlay for the deployment environment, environment
/// variables and arguments.
///
/// In order of precedence: arguments (`--granary-stores-reference-file=NAME`), environment variables
/// (`GRANARY_STORES_REFERENCE_FILE`), the overlay (`granary.NAME.yaml` next to `granary.yaml`), the file. The overlay's
/// `NAME` is `environment`, else the argument `--granary-environment`, else the variable `GRANARY_ENVIRONMENT`; without
/// any there is no overlay.
public struct FileConfigurationSource: ConfigurationSource, ValidatingSource {
    /// The path of the file; its extension (`yaml`, `yml`, `json`) names the format.
    public var path: String
    /// The name of the overlay, when it does not come from an argument or variable.
    public var environment: String?
    /// The environment variables.
    public var variables: [String: String]
    /// The arguments, the program's name first.
    public var arguments: [String]

    /// Makes a source, which reads nothing before ``configuration(for:)``.
    public init(
        path: String, environment: String? = nil,
        variables: [String: String] = ProcessInfo.processInfo.environment,
        arguments: [String] = CommandLine.arguments
    ) {
        self.path = path
        self.environment = environment
        self.variables = variables
        self.arguments = arguments
    }

    /// Reads, resolves and validates the configuration as a whole.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem: its place, the key
    ///   path, the allowed values and the nearest match. ``GranaryError/Code/unknownStoreType`` when
    ///   unregistered types are the only problem.
    public func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration {
        try await read(for: request).configuration
    }

    /// The configuration, with the origin of each value that some layer gives.
    ///
    /// - Throws: as ``configuration(for:)``.
    package func read(for request: ConfigurationRequest) async throws -> ReadConfiguration {
        let overrides = [ConfigurationLayer.commandLine(arguments), .environment(variables)]
        let files = try await readFiles(overrides)
        var reading = ConfigurationReading(
            layers: overrides + files, registry: request.registry, sections: request.knownSections,
            variables: variables,
            directory: PathRule.directory(of: path))
        reading.origins.base = PathRule.name(of: path)
        let configuration = reading.read(request.schema)
        var problems = files.reversed().flatMap { ConfigurationKeys.problems(in: $0, request.knownSections) }
        problems += overrideProblems(reading, request)
        problems += unique(
            reading.problems
                + configuration.problems(for: request, origins: reading.origins),
            besides: problems)
        if problems.isEmpty && request.schema == nil && configuration.stores.isEmpty {
            let text = "There are no stores; add `stores:` with a store for each configuration."
            problems = [reading.origins.problem(["stores"], text)]
        }
        try problems.throwAll(path: path)
        return ReadConfiguration(configuration: configuration, origins: reading.origins)
    }

    private func overrideProblems(
        _ reading: ConfigurationReading, _ request: ConfigurationRequest
    ) -> [ConfigurationProblem] {
        let stores = Set(reading.storeNames(request.schema) + (request.schema?.configurations ?? [])).sorted()
        let check = ConfigurationOverrides(
            stores: stores, options: request.registry.optionNames,
            sections: request.knownSections.keys.sorted(), sectionKeys: reading.sectionKeys)
        return check.problems(arguments: arguments, reading.layers[0])
            + check.problems(variables: variables, reading.layers[1])
    }

    /// Leaves out further problems of the same key.
    private func unique(
        _ problems: [ConfigurationProblem], besides others: [ConfigurationProblem]
    ) -> [ConfigurationProblem] {
        var said = Set(others.map(\.keyPath))
        return problems.filter { $0.keyPath.isEmpty || said.insert($0.keyPath).inserted }
    }
}

extension ConfigurationSource where Self == FileConfigurationSource {
    /// A file with its overrides; `environment` names the overlay.
    public static func file(_ path: String, environment: String? = nil) -> FileConfigurationSource {
        FileConfigurationSource(path: path, environment: environment)
    }
}
