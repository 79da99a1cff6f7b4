/// An object whose row must be unchanged at the next save.
package struct Requirement {
    let object: any Model
    let key: ObjectKey
    let version: Int64

    /// What tells requirements apart: the object, and the version that its row must have.
    struct Identity: Hashable {
        fileprivate let object: ObjectIdentifier
        fileprivate let version: Int64
    }

    var identity: Identity { Identity(object: ObjectIdentifier(object), version: version) }

    var entityName: String { type(of: object).modelDescription.name }

    init(_ object: any Model) {
        self.object = object
        key = object.erasedKey
        version = object.objectState.version
    }
}
