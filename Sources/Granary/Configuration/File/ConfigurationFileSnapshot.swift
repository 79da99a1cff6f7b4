import Configuration

/// A configuration file for swift-configuration that also knows which keys it has, and on which lines.
///
/// The library's own snapshots answer only for requested keys and hide all others, so they cannot find a mistyped key.
struct ConfigurationFileSnapshot: FileConfigSnapshot {
    /// The content of the file; `nil` when it is empty.
    let root: ConfigurationNode?
    let providerName: String

    /// How to read a file.
    struct ParsingOptions: FileParsingOptions {
        /// The path, for messages.
        var path = ""
        /// The format, by the file's extension.
        var isJSON = false

        static let `default` = ParsingOptions()
    }

    init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws {
        let path = parsingOptions.path
        let text = data.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let text else { throw ConfigurationNode.unreadable(path, nil, "The file is not UTF-8 text.") }
        root =
            parsingOptions.isJSON
            ? try ConfigurationNode(json: text, path: path) : try ConfigurationNode(yaml: text, path: path)
        self.providerName = "Granary(\(path))"
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let text = root?.node(at: key.components)?.text
        let value: ConfigValue? =
            switch type {
            case .string: text.map { ConfigValue(.string($0), isSecret: false) }
            case .bool: text.flatMap(OptionText.bool).map { ConfigValue(.bool($0), isSecret: false) }
            case .int: text.flatMap(OptionText.integer).map { ConfigValue(.int($0), isSecret: false) }
            default: nil
            }
        return LookupResult(encodedKey: key.components.joined(separator: "."), value: value)
    }

    /// The number of keys; values may be secrets.
    var description: String { "\(providerName)[\(root?.entries.count ?? 0) keys]" }
    /// The number of keys; values may be secrets.
    var debugDescription: String { description }
}
