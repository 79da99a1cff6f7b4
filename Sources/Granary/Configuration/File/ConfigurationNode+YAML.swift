import Yams

extension ConfigurationNode {
    /// Reads YAML.
    ///
    /// A text without content gives `nil`.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with line and column, but without any of the text.
    init?(yaml: String, path: String) throws {
        do {
            if AliasedKeys.areIn(yaml) { throw Self.unreadable(path, nil, Self.aliasedKeys) }
            // Every scalar is read as text: resolving YAML's types is not needed, and slow.
            guard let root = try Yams.Parser(yaml: yaml, resolver: .basic).singleRoot() else { return nil }
            var count = 0
            self = try Self.node(root, depth: 0, count: &count, path: path)
        } catch let error as YamlError {
            throw Self.failure(error, path: path)
        }
    }

    private static func node(
        _ node: Yams.Node, depth: Int, count: inout Int, path: String
    ) throws -> ConfigurationNode {
        count += 1
        guard depth <= largestDepth, count <= largestCount else {
            throw unreadable(path, node.mark?.line, tooLarge)
        }
        let line = node.mark?.line
        switch node {
        case .scalar(let scalar): return ConfigurationNode(content: content(scalar), line: line)
        case .sequence: return ConfigurationNode(content: .list, line: line)
        case .alias: throw unreadable(path, line, "The alias names no anchor; correct its name.")
        case .mapping(let mapping):
            var entries: [Entry] = []
            for (key, value) in mapping {
                guard let name = key.scalar?.string else {
                    throw unreadable(
                        path, key.mark?.line, "A key is a list or a mapping; write it as a name.")
                }
                let value = try self.node(value, depth: depth + 1, count: &count, path: path)
                entries.append(Entry(key: name, line: key.mark?.line, value: value))
            }
            return ConfigurationNode(content: .map(entries), line: line)
        }
    }

    private static func content(_ scalar: Yams.Node.Scalar) -> Content {
        let isNull = scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
        return isNull ? .nothing : .text(scalar.string)
    }

    /// The parser's error without its excerpt of the text, which may hold a secret.
    private static func failure(_ error: YamlError, path: String) -> GranaryError {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            unreadable(path, mark.line, explanation(of: problem, column: mark.column))
        case .duplicatedKeysInMapping(let duplicates, let context):
            unreadable(
                path, context.mark.line,
                """
                The key \(ShownText.clean(duplicates.sorted().joined(separator: ", "))) stands twice in one \
                mapping; keep one.
                """
            )
        case .reader(let problem, _, _, _): unreadable(path, nil, "The YAML cannot be read: \(problem).")
        default: unreadable(path, nil, "The YAML cannot be read.")
        }
    }

    /// The parser's complaint, reworded with a remedy where its own words are unclear.
    private static func explanation(of problem: String, column: Int) -> String {
        if problem.holds("nesting level") { return tooLarge }
        if problem.holds("another document") { return "The file holds more than one document; keep one." }
        let remedy =
            problem.holds("cannot start any token")
            ? " Indent with spaces, not with tabs, and put a value that begins with a special character in quotes."
            : ""
        return "The YAML cannot be read: \(problem) (column \(column)).\(remedy)"
    }

    private static let aliasedKeys =
        "The file has aliases (`*name`) and keys that are aliases, lists or mappings; write such keys as names."
    private static let tooLarge = "The file is nested too deeply or has too many parts."

    /// The error for a file that cannot be read in its format.
    static func unreadable(_ path: String, _ line: Int?, _ text: String) -> GranaryError {
        let place = line.map { "\(PathRule.name(of: path)):\($0)" } ?? PathRule.name(of: path)
        var error = GranaryError(.configuration, "\(place): \(text)")
        error.context.path = path
        return error
    }
}
