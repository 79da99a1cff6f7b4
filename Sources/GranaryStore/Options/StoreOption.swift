/// An option of a backend that a configuration may set, with its allowed values.
public struct StoreOption: Sendable, Hashable {
    /// The name in a configuration, such as `cacheSize`.
    public var name: String
    /// The kind of value, with its range.
    public var kind: Kind
    /// One sentence for people.
    public var summary: String
    /// Whether the value is a secret, which is given by reference and redacted everywhere.
    public var isSecret: Bool
    /// The value that counts where a configuration gives none, as a file has it; `nil` if none does.
    public var defaultValue: String?

    /// Describes an option.
    public init(_ name: String, _ kind: Kind, _ summary: String, isSecret: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isSecret = isSecret
    }

    /// Describes an option that has a value where a configuration gives none.
    public init(_ name: String, _ kind: Kind, default value: String, _ summary: String) {
        self.init(name, kind, summary)
        defaultValue = value
    }

    /// A kind of option value.
    public enum Kind: Sendable, Hashable {
        /// True or false.
        case bool
        /// A whole number in a range.
        case integer(ClosedRange<Int>)
        /// A size in bytes, with an optional unit: `64MB`, `4KiB`; in a range of bytes.
        case size(ClosedRange<Int>)
        /// A time with a unit: `250ms`, `5s`, `2m`; in a range of milliseconds.
        case duration(ClosedRange<Int>)
        /// One of some words.
        case choice([String])
        /// Any text.
        case text
        /// The path of a directory; a relative one counts from the file that names it, else from the current directory.
        case directory
    }
}
