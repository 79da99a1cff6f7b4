/// Differences that a text comparison ignores.
public struct TextOptions: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int
    /// Makes options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Upper and lower case, by Unicode's full case folding.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// Letters with and without diacritical marks.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
}
