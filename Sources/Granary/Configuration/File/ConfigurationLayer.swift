import Configuration

/// One source of configuration values; layers are searched in order of precedence.
struct ConfigurationLayer: Sendable {
    /// The kind of place.
    enum Kind: Sendable {
        /// A file at a path.
        case file(String)
        /// The environment variables of the process.
        case environment
        /// The arguments of the process.
        case commandLine
    }

    let kind: Kind
    /// The provider of the values.
    let provider: any ConfigProvider
    /// The tree of a file.
    var root: ConfigurationNode?
    /// Whether the layer has nothing for Granary, so that it need not be searched.
    var isSilent = false

    /// The environment: `GRANARY_STORES_REFERENCE_FILE` for `stores.Reference.file`.
    static func environment(_ variables: [String: String]) -> ConfigurationLayer {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        let isSilent = !variables.keys.contains { $0.uppercased().begins(with: "GRANARY_") }
        return ConfigurationLayer(
            kind: .environment, provider: provider.prefixKeys(with: "granary"), isSilent: isSilent)
    }

    /// The command line: `--granary-stores-reference-file=NAME` for `stores.Reference.file`.
    static func commandLine(_ arguments: [String]) -> ConfigurationLayer {
        let provider = CommandLineArgumentsProvider(arguments: arguments)
        let isSilent = !arguments.contains { $0.begins(with: "--granary-") }
        return ConfigurationLayer(
            kind: .commandLine, provider: provider.prefixKeys(with: "granary"), isSilent: isSilent)
    }

    /// A file, in the format its extension names.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when it cannot be read.
    static func file(_ path: String) async throws -> ConfigurationLayer {
        var options = ConfigurationFileSnapshot.ParsingOptions()
        options.path = path
        options.isJSON = path.lowercased().ends(with: ".json")
        let values: [AbsoluteConfigKey: ConfigValue] = [
            AbsoluteConfigKey(["filePath"]): ConfigValue(.string(path), isSecret: false)
        ]
        do {
            let provider = try await FileProvider<ConfigurationFileSnapshot>(
                parsingOptions: options, config: ConfigReader(provider: InMemoryProvider(values: values)))
            let root = (provider.snapshot() as? ConfigurationFileSnapshot)?.root
            return ConfigurationLayer(kind: .file(path), provider: provider, root: root)
        } catch let error as GranaryError {
            throw error
        } catch {
            var failure = ConfigurationNode.unreadable(path, nil, "The file cannot be read: \(error)")
            failure.cause = error
            throw failure
        }
    }

    /// The text of a key; `nil` when this layer has none, or not a single one.
    func text(_ key: [String]) -> String? {
        guard !isSilent, let result = try? provider.value(forKey: AbsoluteConfigKey(key), type: .string),
            case .string(let text)? = result.value?.content
        else { return nil }
        return text
    }

    /// Whether an argument has no value, as `--granary-stack-strict-loading` may.
    func isFlag(_ key: [String]) -> Bool {
        guard case .commandLine = kind, !isSilent, text(key) == nil else { return false }
        let result = try? provider.value(forKey: AbsoluteConfigKey(key), type: .bool)
        return result?.value?.content == .bool(true)
    }

    /// Whether the command line gives several values for a key, or none.
    func isUnclear(_ key: [String]) -> Bool {
        guard case .commandLine = kind, !isSilent, text(key) == nil else { return false }
        let result = try? provider.value(forKey: AbsoluteConfigKey(key), type: .stringArray)
        return result?.value != nil
    }

    /// The name of a key in this layer, for messages: with the line in a file.
    func origin(_ key: [String]) -> String {
        guard case .file(let path) = kind else { return encodedName(key) }
        let name = PathRule.name(of: path)
        return root?.node(at: key)?.line.map { "\(name):\($0)" } ?? name
    }

    /// The name of the environment variable or argument that means a key.
    func encodedName(_ key: [String]) -> String {
        let result = try? provider.value(forKey: AbsoluteConfigKey(key), type: .stringArray)
        return result?.encodedKey ?? key.joined(separator: ".")
    }
}
