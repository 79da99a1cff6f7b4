/// A side of a one-to-one pair that was set to the value in the store, or in the parent.
struct FollowedSide {
    /// The object whose side it is.
    let object: any Model
    private let relationship: Relationship
    private let key: ObjectKey?

    init(_ object: any Model, _ relationship: Relationship, _ key: ObjectKey?) {
        self.object = object
        self.relationship = relationship
        self.key = key
    }

    /// Earlier values of the object, with the current value of this side.
    func applied(to values: any ModelSnapshot) -> any ModelSnapshot {
        values.referring(to: key, through: relationship)
    }
}

extension ModelSnapshot {
    /// The snapshot with another target of a relationship to one.
    func referring(to key: ObjectKey?, through relationship: Relationship) -> Self {
        let object = Object(self)
        object._setReference(key.map { .key($0) } ?? .empty, at: relationship.position)
        return object.snapshot
    }
}
