extension Model {
    /// Whether the object is new in its context, so that the next save inserts it.
    ///
    /// False before the program inserts it, and again once it is saved.
    public var isInserted: Bool { _objectState.phase == .inserted }

    /// Whether the object is deleted in its context, so that the next save deletes it.
    ///
    /// False again once that is saved; the object is then in no context.
    public var isDeleted: Bool { _objectState.phase == .deleted }

    /// Whether the next save writes something for the object: it is inserted or deleted, or a stored property was set.
    ///
    /// A property that was set to another value and back counts. Relationships to many do not count: adding to them
    /// changes the objects on the other side, or no stored property.
    public var hasChanges: Bool { _objectState.isPending }
}
