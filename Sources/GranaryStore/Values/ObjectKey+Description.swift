extension ObjectKey: CustomStringConvertible, CustomReflectable {
    /// The kinds of the key's parts, never their values.
    public var description: String { "key(\(values.map(\.kindName).joined(separator: ", ")))" }

    /// Shows no parts, so that `dump` does not leak them.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
