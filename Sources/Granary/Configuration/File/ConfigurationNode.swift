/// A part of a configuration file as written, in the model that YAML and JSON share, with lines.
struct ConfigurationNode: Sendable {
    /// The content.
    let content: Content
    /// The line it begins on, counted from 1, if the format gives one.
    let line: Int?
    /// The positions of the keys among the entries.
    private let positions: [String: Int]

    /// The content of a part of a file.
    enum Content: Sendable {
        /// A single value, as text.
        case text(String)
        /// `null`, or a key without a value.
        case nothing
        /// A list; no key takes one, so its elements are not kept.
        case list
        /// Keys with their values, in the order of the file if the format gives one.
        case map([Entry])
    }

    /// A key with its value.
    struct Entry: Sendable {
        /// The key.
        var key: String
        /// The line of the key.
        var line: Int?
        /// The value.
        var value: ConfigurationNode
    }

    /// Makes a part of a file; of duplicate keys, the first counts.
    init(content: Content, line: Int?) {
        self.content = content
        self.line = line
        guard case .map(let entries) = content else {
            positions = [:]
            return
        }
        positions = Dictionary(
            entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The largest number of parts a file may have, so that aliases cannot multiply without limit.
    static let largestCount = 10_000
    /// The longest name that a user may choose, in bytes: each also becomes the name of a variable and of an argument.
    static let longestName = 200
    /// How deep a file may be nested.
    static let largestDepth = 32

    /// The part at a key path; `nil` when there is none.
    func node(at key: some Collection<String>) -> ConfigurationNode? {
        guard let first = key.first else { return self }
        return positions[first].flatMap { entries[$0].value.node(at: key.dropFirst()) }
    }

    /// The keys with their values; none for other content.
    var entries: [Entry] {
        if case .map(let entries) = content { entries } else { [] }
    }

    /// The keys that are names of an allowed length.
    var names: [String] { entries.map(\.key).filter { $0.utf8.count <= Self.longestName } }

    /// The text of a single value.
    var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// The kind of content, for messages.
    var kind: String {
        switch content {
        case .text: "a single value"
        case .nothing: "empty"
        case .list: "a list"
        case .map: "a mapping"
        }
    }
}
