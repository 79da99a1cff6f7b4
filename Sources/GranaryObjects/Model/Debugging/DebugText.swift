/// Texts for debuggers.
enum DebugText {
    /// The number of members that are known.
    static func members(_ members: ToManyMembers?) -> String {
        guard let members, members.isLoaded || members.isOfProgram else { return "not loaded" }
        return members.count == 1 ? "1 object" : "\(members.count) objects"
    }

    /// A value, without the words that Swift puts around optional ones; long texts are cut off.
    static func shown(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { shown($0.value) } ?? "nil" }
        if let text = value as? String { return Value.text(text).shown }
        let text = value is any CustomStringConvertible ? "\(value)" : String(reflecting: value)
        return text.count > longest ? "\(text.prefix(longest))…" : text
    }

    /// How many characters are shown of a value.
    private static let longest = 200
}
