/// The objects that code is likely to look up by their keys, one after the other: the first look-up loads all of them.
///
/// It holds them until others are expected. Once the context has saved, those without another owner are released, so
/// that no later look-up finds an old version of a row.
package final class ExpectedObjects {
    private let table: ObjectTable
    private var keys: [ObjectKey] = []
    private var held: [any Model] = []
    /// How many more look-ups may be of other objects before nothing is expected.
    private var patience = 0
    /// Whether the map may hold objects only because they were expected.
    private var hasLoaded = false

    /// Makes an object that expects nothing yet of a table.
    package init(_ table: ObjectTable) { self.table = table }

    /// Expects look-ups of the objects with some keys instead of earlier ones.
    package func expect(_ keys: [ObjectKey]) { (self.keys, held, patience) = (keys, [], 8) }

    /// Loads all of them for the look-up of one that is not loaded; returns whether it did.
    func load(for bits: KeyBits, in other: ObjectTable, by loader: (any ObjectLoading)?) -> Bool {
        guard patience > 0, other === table else { return false }
        guard keys.contains(where: { $0.bits == bits }) else {
            patience -= 1
            return false
        }
        (patience, hasLoaded) = (0, true)
        // A row that cannot be read must fail where it is looked up, not here.
        guard let found = try? loader?.objects(keys, of: table.entity) else { return false }
        held = found
        return true
    }

    /// Releases them; they are expected again.
    package func release() {
        guard hasLoaded else { return }
        (held, patience, hasLoaded) = ([], 8, false)
        table.type?._sweep(LoadedObjects(table), at: nil)
    }
}
