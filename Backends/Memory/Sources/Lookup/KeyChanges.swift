internal import GranaryStore

/// The changes that a save makes to a ``KeyIndex``.
struct KeyChanges {
    /// The table that the index of the state after the save begins with; nothing where too much changes.
    private var basis: (table: KeyTable, changed: KeyFilter)?

    /// Begins with the index of the state before.
    init(_ index: KeyIndex) { basis = index.newest }

    /// Whether changes have to be noted.
    var isTracking: Bool { basis != nil }

    /// Notes that the row with a key becomes another one, or goes, or comes.
    mutating func insert(_ key: ObjectKey?) {
        guard let key, let basis, basis.changed.count < basis.table.mostChanges else {
            basis = nil
            return
        }
        self.basis?.changed.insert(key)
    }

    /// The index of the state after the save.
    var index: KeyIndex { basis.map { KeyIndex($0.table, changed: $0.changed) } ?? KeyIndex() }
}
