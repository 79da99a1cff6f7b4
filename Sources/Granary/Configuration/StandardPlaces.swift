public import FoundationEssentials

/// The directories in which a program keeps its data on this system.
///
/// They follow the XDG Base Directory Specification, version 0.8: a variable that is empty or not an absolute path
/// counts as not set.
public struct StandardPlaces: Sendable, Hashable {
    /// The environment variables that name the directories.
    public var variables: [String: String]

    /// Makes the places that some environment variables name.
    public init(variables: [String: String] = ProcessInfo.processInfo.environment) {
        self.variables = variables
    }

    /// The directory for stores of a kind, below the system's; `nil` for stores in memory.
    ///
    /// - Parameters:
    ///   - kind: The kind of store: `$XDG_DATA_HOME` (else `~/.local/share`) for `durable`, `$XDG_CACHE_HOME` (else
    ///     `~/.cache`) for `purgeable`, `$XDG_RUNTIME_DIR` for `runtime`.
    ///   - name: The name of the directory, such as that of a schema or a user; encoded as ``component(_:)`` does.
    /// - Returns: An absolute path; nothing is made there.
    /// - Throws: ``GranaryError/Code/configuration`` when neither the variable nor `HOME` names a directory.
    public func directory(for kind: StoreKind, named name: String) throws -> String? {
        try directory(for: kind, named: [name])
    }

    /// The directory for stores of a kind, below the system's and one in the other; `nil` for stores in memory.
    ///
    /// `["Travel", "users", name]` gives every user a separate directory in that of a schema.
    ///
    /// - Parameters:
    ///   - kind: The kind of store, as for one name.
    ///   - names: The names of the directories, the outermost first; each is encoded as ``component(_:)`` does, so that
    ///     none leads out of the one before. Without a name it is the system's directory, which programs share.
    /// - Returns: An absolute path; nothing is made there.
    /// - Throws: ``GranaryError/Code/configuration`` when neither the variable nor `HOME` names a directory.
    public func directory(for kind: StoreKind, named names: [String]) throws -> String? {
        let base: String
        switch kind {
        case .durable: base = try self.base("XDG_DATA_HOME", ".local/share")
        case .purgeable: base = try self.base("XDG_CACHE_HOME", ".cache")
        case .runtime: base = try self.base("XDG_RUNTIME_DIR", nil)
        case .memory: return nil
        }
        return ([base] + names.map(Self.component)).joined(separator: "/")
    }

    private func base(_ variable: String, _ below: String?) throws -> String {
        if let path = absolute(variable) { return path }
        if let below, let home = absolute("HOME") { return PathRule.join(home, below) }
        let names = below == nil ? variable : "\(variable) or HOME"
        throw GranaryError(
            .configuration,
            "There is no standard directory for the stores: set \(names), or name a `location`.")
    }

    private func absolute(_ variable: String) -> String? {
        guard let path = variables[variable], path.begins(with: "/") else { return nil }
        return path
    }

    /// A name as one part of a path: letters, digits, `-`, `_`, inner dots and non-ASCII characters stay, every other
    /// byte becomes `%` and two hexadecimal digits.
    ///
    /// Different names give different parts, and none leads out of its directory: `../../etc` becomes
    /// `%2E.%2F..%2Fetc`. A very long name gives a part longer than file systems allow, which attaching refuses.
    public static func component(_ name: String) -> String {
        if name.isEmpty { return "%" }
        var bytes: [UInt8] = []
        for (position, byte) in name.utf8.enumerated() {
            if isPlain(byte) || byte == UInt8(ascii: ".") && position > 0 {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes += [byte >> 4, byte & 15].map(digit)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xff:
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension StoreConfiguration {
    /// The same with the standard place of its kind, if it names a kind and no location and its backend keeps files.
    ///
    /// - Throws: as ``StandardPlaces/directory(for:named:)``.
    package func placed(
        in places: StandardPlaces, for schema: String, _ registry: StoreRegistry
    ) throws -> StoreConfiguration {
        // A type that is not registered is refused by the validation, together with all other problems.
        guard let kind, location == nil,
            let backend = try? registry.backend(for: type), backend.capabilities.contains(.files)
        else { return self }
        var placed = self
        placed.location = try places.directory(for: kind, named: schema)
        return placed
    }
}
