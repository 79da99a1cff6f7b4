/// A backend that describes the store at a place, without models and without opening it for writing.
///
/// Such a backend also opens a store for reading with the schema that it has recorded: ``StoredRecords`` reads rows
/// this way.
public protocol InspectableBackend: StoreBackend {
    /// Describes the store at the place of a configuration; `nil` if there is none.
    ///
    /// It changes no byte of the store and creates no file. A store that is open, in this process or another, can be
    /// inspected too.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer`` or ``GranaryError/Code/corrupt`` for
    ///   anything but a store of a known format; errors of reaching the place.
    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore?

    /// The places that have something in them, of the many stores that a configuration describes
    /// (``StoreBackend/configuration(_:inPlace:)``), in order.
    ///
    /// A default serves stores of files in directories; a backend with other places says which there are.
    ///
    /// - Throws: errors of reaching what holds them.
    static func places(of configuration: StoreConfiguration) throws -> [String]
}
