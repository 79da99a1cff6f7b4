/// A row that writes its own columns: a model object, or a row of a bulk import.
public protocol RowEncodable: AnyObject {
    /// Writes the columns of some properties; of all, when the set is ``PropertySet/all``.
    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws
}
