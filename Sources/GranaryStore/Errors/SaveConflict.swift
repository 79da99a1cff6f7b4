/// One object whose save collided with a change made elsewhere: base, mine and theirs, per property.
///
/// The values are for the program that resolves the conflict. The description leaves them out, and `debugDescription`,
/// `dump` and debuggers show them.
public struct SaveConflict: Sendable {
    /// The entity of the object.
    public var entity: String
    /// The key of the object.
    public var key: ObjectKey
    /// The properties as they were when this context read them; `nil` when it never read them.
    public var base: [String: Value]?
    /// The properties as this context wants them; `nil` when it deletes the object.
    public var mine: [String: Value]?
    /// The properties as the store currently holds them; `nil` when the object is gone.
    public var theirs: [String: Value]?
    /// The attributes whose merge rule gives no value, such as a sum that their type cannot hold.
    public package(set) var undecided: [String] = []
    /// The version of the store's row; `nil` if the conflict is not from a save, or the row is gone.
    package var version: Int64?
    /// Whether an applied snapshot conflicts with the context's object, rather than a save with the store's row.
    package var isOfSnapshot = false

    /// Makes a conflict.
    public init(
        entity: String, key: ObjectKey, base: [String: Value]?, mine: [String: Value]?,
        theirs: [String: Value]?
    ) {
        self.entity = entity
        self.key = key
        self.base = base
        self.mine = mine
        self.theirs = theirs
    }
}

extension SaveConflict: CustomStringConvertible {
    /// The entity and the change of the object; without values, and without its key, which may be one.
    public var description: String {
        "\(entity): \(mine == nil ? "deleted" : "changed") here, \(theirs == nil ? "gone" : "changed") in the store"
    }
}
