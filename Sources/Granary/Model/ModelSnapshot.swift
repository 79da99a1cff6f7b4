/// The stored properties of an object as a value.
public protocol ModelSnapshot: Sendable, Codable {
    /// Writes the columns of some properties, as ``RowEncodable`` does.
    @_documentation(visibility: private)
    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws
    /// The properties that have other values in another snapshot.
    ///
    /// Structured values are compared by `==`: equal sets and dictionaries may be written in different orders.
    @_documentation(visibility: private)
    func differences(from other: Self) -> PropertySet
}
