/// The table of one entity or of one link table's pairs, in a store that evaluates requests itself.
package protocol StoreTable: AnyObject, Sendable {
    /// The type of references to rows of the same store.
    associatedtype Reference: StoreReference

    /// The position among the store's tables.
    var position: Int { get }
    /// The name of the entity or link table.
    var name: String { get }
    /// The entity; `nil` for pairs.
    var entity: Entity? { get }
    /// The columns.
    var columns: [Column] { get }
    /// The columns of the primary key, in key order.
    var key: [Int] { get }
    /// The column of the primary key if it is a single integer.
    var integerKey: Int? { get }
    /// The references to rows of this store.
    var references: [Reference] { get }
}

extension StoreTable {
    /// The names of the properties that some columns belong to.
    package func propertyNames(_ columns: [Int]) -> [String] {
        var names: [String] = []
        for place in columns {
            let column = entity?.column(ofPlace: place) ?? place
            let name = entity?.propertyName(self.columns[column].property) ?? self.columns[column].name
            if names.last != name { names.append(name) }
        }
        return names
    }

    /// The error for an update that changes a primary key.
    package func changedKey() -> GranaryError {
        GranaryError(
            .invalidObject, "A primary key cannot change; delete the object and insert a new one.",
            context: .init(entity: name, properties: propertyNames(key)))
    }

    /// The error for values that another row already has.
    package func duplicate(_ columns: [Int], _ constraint: GranaryError.Constraint) -> GranaryError {
        let names = propertyNames(columns)
        return GranaryError(
            .constraint, ConstraintText.duplicate(name, names, constraint),
            context: .init(entity: name, properties: names, constraint: constraint))
    }

    /// Checks that integer keys can be reserved.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` if the store is read-only, the key is not one integer, or the count
    ///   is below 1.
    package func requireReservable(_ count: Int, isReadOnly: Bool) throws {
        if !isReadOnly, integerKey != nil, count > 0 { return }
        throw GranaryError(
            .unsupported,
            "Keys can be reserved only in a store that may be written, of an entity with one integer key, at least one at a time.",
            context: .init(entity: name))
    }
}
