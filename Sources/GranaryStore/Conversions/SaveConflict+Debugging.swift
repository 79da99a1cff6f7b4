// No `CustomDebugStringConvertible`: the text of an array or an optional would show the values.
extension SaveConflict: CustomReflectable {
    /// The object with its key, and a line with the three values of each property that differs: not for logs.
    public var debugDescription: String {
        (["\(self), key \(key.shown)"] + differences.map { "  \($0.property): \($0.values)" })
            .joined(separator: "\n")
    }

    /// The object with its key, and the three values of each property that differs.
    public var customMirror: Mirror {
        let children: [Mirror.Child] = [("entity", entity), ("key", key.shown)]
        return Mirror(self, children: children + differences.map { ($0.property, $0.values) })
    }

    /// The properties whose values are not the same in all versions, in alphabetical order.
    private var differences: [(property: String, values: String)] {
        let versions = [("base", base), ("mine", mine), ("theirs", theirs)]
        let names = Set(versions.flatMap { $0.1.map { Array($0.keys) } ?? [] })
        return names.sorted().compactMap { name in
            let values = versions.map { $0.1?[name] }
            if values.allSatisfy({ $0 == values[0] }) { return nil }
            let shown = zip(versions, values).map { "\($0.0) \($1?.shown ?? "none")" }
            return (name, shown.joined(separator: ", "))
        }
    }
}
