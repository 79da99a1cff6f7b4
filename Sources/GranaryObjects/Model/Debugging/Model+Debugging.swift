extension Model {
    /// The object for a person at a debugger: its key, phase and changed properties, and its values; not for logs.
    ///
    /// Nothing is loaded for it: relationships to one are shown as keys, those to many as the number of members.
    public var debugDescription: String {
        var values: [String] = []
        for child in Mirror(reflecting: snapshot).children {
            values.append("\(child.label ?? "") \(DebugText.shown(child.value))")
        }
        for list in lists { values.append("\(list.name) \(list.size)") }
        return "\(debugTitle): \(values.joined(separator: ", "))"
    }

    /// The name of the model with the key and the phase of the object.
    var debugTitle: String {
        let changed = changedNames
        let changes = changed.isEmpty ? "" : ", changed: \(changed.joined(separator: ", "))"
        return "\(Self.modelDescription.name) \(shownKey) (\(_objectState.phase)\(changes))"
    }

    private var shownKey: String {
        objectKey == Key.unassigned ? "without a key" : objectKey.objectKey.shown
    }

    /// The names of the changed properties of a stored object.
    private var changedNames: [String] {
        guard let changes = _objectState.changes else { return [] }
        let model = Self.modelDescription
        let names = model.attributes.map(\.name) + model.relationships.filter { !$0.isToMany }.map(\.name)
        return names.indices.filter(changes.properties.contains).map { names[$0] }
    }

    /// The relationships to many, with the numbers of their members.
    private var lists: [(name: String, size: String)] {
        Self.modelDescription.relationships.filter(\.isToMany).enumerated().map {
            ($1.name, DebugText.members(_members(at: $0)))
        }
    }

    fileprivate var debugParts: [Mirror.Child] {
        var parts: [Mirror.Child] = [
            ("key", shownKey), ("phase", "\(_objectState.phase)"), ("changed", changedNames),
        ]
        parts.append(contentsOf: Mirror(reflecting: snapshot).children)
        for list in lists { parts.append((list.name, list.size)) }
        return parts
    }
}

// Not in an extension of Model, where it would be one of the names after every object.
extension CustomReflectable where Self: Model {
    /// Key, phase and changed properties of the object, and its values.
    public var customMirror: Mirror { Mirror(self, children: debugParts, displayStyle: .class) }
}
