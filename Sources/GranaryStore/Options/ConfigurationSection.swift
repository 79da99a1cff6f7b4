/// A section of configuration files that belongs to a module: its keys, with their kinds and a sentence for each.
///
/// A schema names the sections of the modules that it uses (``Schema/reading(_:)``). Their keys are checked as strictly
/// as those of the stack and the stores, have the same overrides, and are listed by the command-line tool.
///
/// ```swift
/// let section = ConfigurationSection(
///     "search", "The index of texts.",
///     keys: [StoreOption("pause", .duration(1...60_000), "The time between two passes.")])
/// ```
public struct ConfigurationSection: Sendable, Hashable {
    /// A part of a section that maps names, which the user chooses, to the same keys each: `sources` in
    /// `sync: { sources: { main: { url: … } } }`.
    public struct Group: Sendable, Hashable {
        /// The name in the section.
        public let name: String
        /// One sentence for people.
        public let summary: String
        /// The keys of each name.
        public let keys: [StoreOption]

        /// Describes a group.
        public init(_ name: String, _ summary: String, keys: [StoreOption]) {
            self.name = name
            self.summary = summary
            self.keys = keys
        }

        /// The key with a name.
        package func key(_ name: String) -> StoreOption? { keys.first { $0.name == name } }
    }

    /// The name at the top of a file.
    public let name: String
    /// One sentence for people.
    public let summary: String
    /// The keys of the section itself.
    public let keys: [StoreOption]
    /// The parts with names that the user chooses.
    public let groups: [Group]

    /// Describes a section.
    public init(_ name: String, _ summary: String, keys: [StoreOption] = [], groups: [Group] = []) {
        self.name = name
        self.summary = summary
        self.keys = keys
        self.groups = groups
    }

    /// The key with a name.
    package func key(_ name: String) -> StoreOption? { keys.first { $0.name == name } }

    /// The group with a name.
    package func group(_ name: String) -> Group? { groups.first { $0.name == name } }
}

extension ConfigurationSection {
    /// The names at the top of a file, and of an override, that no module may take.
    private static let reserved = ["environment", "location", "stack", "stores"]

    /// The fault of the description, as a sentence; `nil` for a good one.
    ///
    /// Names become parts of variables and arguments, so they have only letters and digits.
    package var fault: String? {
        if Self.reserved.contains(name) {
            return "The section cannot be named “\(name)”, which Granary uses."
        }
        let names = keys.map(\.name) + groups.map(\.name)
        if let twice = Self.repeated(names)
            ?? groups.lazy.compactMap({ Self.repeated($0.keys.map(\.name)) }).first
        {
            return "The section “\(name)” has two keys “\(twice)”."
        }
        let all = [name] + names + groups.flatMap { $0.keys.map(\.name) }
        guard let wrong = all.first(where: { !Self.isPlain($0) }) else { return nil }
        return
            "“\(wrong)” is no name of a section or key; begin with a letter and use ASCII letters and digits only."
    }

    private static func repeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }

    private static func isPlain(_ name: String) -> Bool {
        let letters = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        guard let first = name.utf8.first, letters(first) else { return false }
        return name.utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
    }
}
