/// A backend that says what is at the place of a store, without models and without opening it for writing.
///
/// A backend whose stores can be inspected opens them too with the schema that was found, for reading only: that is how
/// ``StoredRecords`` reads their rows.
public protocol InspectableBackend: StoreBackend {
    /// What there is at the place of a configuration; `nil` for nothing.
    ///
    /// No byte of the store is changed, and no file is made. A store that others have open, also in this process, can be
    /// inspected.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer`` or ``GranaryError/Code/corrupt`` for what is no store
    ///   that this code knows; what reaching the place throws.
    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore?
}
