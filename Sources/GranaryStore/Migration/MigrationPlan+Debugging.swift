extension MigrationPlan: CustomReflectable {
    /// The steps, and where the columns of each table that changes come from.
    ///
    /// It has the defaults that models declare, and no stored value.
    public var debugDescription: String {
        ([description] + changes.map { "  \($0.debugText)" }).joined(separator: "\n")
    }

    /// The fingerprints of both versions, the steps, and the tables that change.
    public var customMirror: Mirror {
        let parts: [Mirror.Child] = [
            ("from", source.fingerprint), ("to", target.fingerprint), ("steps", steps.map(\.description)),
            ("tables", changes.map(\.debugText)),
        ]
        return Mirror(self, children: parts, displayStyle: .struct)
    }
}

extension TableChange {
    /// The table and the origin of each of its columns: `films (was movies): title (was name), year (new, 1900)`.
    fileprivate var debugText: String {
        guard let target else { return "\(source?.name ?? ""): dropped" }
        let title = Self.text(target.name, after: source?.name)
        let parts = columns.map(\.debugText) + dropped.map { "\($0.name) (dropped)" }
        return "\(title): \(parts.joined(separator: ", "))"
    }

    /// A name with the one that it had; `nil` for something new.
    fileprivate static func text(_ name: String, after former: String?, _ value: Value? = nil) -> String {
        var notes: [String] = []
        if former == nil { notes.append("new") }
        if let former, former != name { notes.append("was \(former)") }
        if let value { notes.append(value.shown) }
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }
}

extension TableChange.ColumnOrigin {
    fileprivate var debugText: String {
        if let lookup { return "\(target.name) (the new key of \(lookup.table))" }
        return TableChange.text(target.name, after: source?.name, fill)
    }
}
