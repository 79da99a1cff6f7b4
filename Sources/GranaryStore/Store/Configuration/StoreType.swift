/// The name of a kind of store, such as `sqlite`; each backend adds a static member for its own.
public struct StoreType: Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as configurations write it.
    public let name: String

    /// Makes a type from its name.
    public init(_ name: String) { self.name = name }
    /// Makes a type from a literal.
    public init(stringLiteral value: String) { name = value }
    /// The name.
    public var description: String { name }
}
