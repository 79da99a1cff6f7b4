/// The option values of one store, as texts; backends read them through typed accessors.
public struct StoreOptions: Sendable, Hashable {
    private var values: [String: String] = [:]

    /// Makes an empty set of options.
    public init() {}

    /// The text of an option.
    public subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The names of the options that are set, in alphabetical order.
    public var names: [String] { values.keys.sorted() }
}

extension StoreOptions {
    /// Whether the same options are set to the same texts, by their UTF-8 bytes.
    public static func == (left: StoreOptions, right: StoreOptions) -> Bool {
        left.values.count == right.values.count
            && left.values.allSatisfy { name, text in
                right.values[name].map { Bytewise.equal(text, $0) } ?? false
            }
    }

    /// Hashes a part of the values that `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(values.count) }
}

extension StoreOptions: CustomStringConvertible {
    /// The names of the options that are set; their values may be secrets and are left out.
    public var description: String { "options: \(names.joined(separator: ", "))" }
}
