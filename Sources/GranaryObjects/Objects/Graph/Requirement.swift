/// An object whose row must be unchanged at the next save.
package struct Requirement {
    let object: any Model
    let entity: Entity
    let key: ObjectKey
    let version: Int64

    /// The object and the version that its row must have, which identify a requirement.
    struct Identity: Hashable {
        fileprivate let object: ObjectIdentifier
        fileprivate let version: Int64
    }

    var identity: Identity { Identity(object: ObjectIdentifier(object), version: version) }

    /// The requirement that the object's row stays in its current state, instead of its former one.
    var renewed: Requirement { Requirement(object, of: entity) }

    init(_ object: any Model, of entity: Entity) {
        self.object = object
        self.entity = entity
        key = object.erasedKey
        version = object._objectState.version
    }
}
