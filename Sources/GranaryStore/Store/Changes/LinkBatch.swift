/// Changes of one link table.
public struct LinkBatch {
    /// The table.
    public var table: LinkTable
    /// The pairs to add; adding an existing pair changes nothing.
    public var added: [(first: ObjectKey, second: ObjectKey)] = []
    /// The pairs to remove; removing a missing pair changes nothing.
    public var removed: [(first: ObjectKey, second: ObjectKey)] = []

    /// Makes an empty batch.
    public init(table: LinkTable) { self.table = table }
}
