/// The stored value of a relationship to one.
@frozen public enum _Reference<Target: Model> {
    /// No object.
    case empty
    /// The object with this key.
    case key(Target.Key)
    /// An object in a context, while the owner is in none.
    case object(Target)
    /// An object that may be in no context, while the owner is in none.
    case held(_ObjectHold<Target>)

    /// The object, if the reference holds it rather than its key.
    @inlinable public var object: Target? {
        switch self {
        case .empty, .key: nil
        case .object(let object): object
        case .held(let hold): hold.object
        }
    }

    /// The key, if there is one; an object that is not inserted has no final key.
    @inlinable public var key: Target.Key? {
        switch self {
        case .empty: nil
        case .key(let key): key
        case .object, .held: object.flatMap { $0._objectState.isIdentified ? $0.objectKey : nil }
        }
    }

    /// Makes a reference from a key.
    @inlinable public init(_ key: Target.Key?) {
        if let key { self = .key(key) } else { self = .empty }
    }

    /// Makes the reference to an object for an owner that is in no context.
    @inlinable public init(object: Target?) {
        guard let object else {
            self = .empty
            return
        }
        // An object in a context refers to others by key, so no chain begins with it.
        self = object._objectState.batch == nil ? .held(_ObjectHold(object)) : .object(object)
    }

    /// Whether the object is outside the context of an entry.
    @inlinable public func leadsOutside(_ entry: ObjectEntry) -> Bool {
        object.map { !entry.holds($0) } ?? false
    }

    /// The same reference, by key if its object is in the context of an entry.
    @inlinable public func identified(in entry: ObjectEntry) -> _Reference {
        if let object, entry.holds(object) { .key(object.objectKey) } else { self }
    }

    /// The same without the target's type.
    @inlinable public var erased: AnyReference {
        switch self {
        case .empty: .empty
        case .key(let key): .key(key.objectKey)
        case .object, .held: object.map(AnyReference.object) ?? .empty
        }
    }

    /// Makes a typed reference from an untyped one; `empty` for a key or object of another kind.
    @inlinable public init(_ erased: AnyReference) {
        switch erased {
        case .empty: self = .empty
        case .key(let key): self = Target.Key(objectKey: key).map(Self.key) ?? .empty
        case .object(let object): self = (object as? Target).map { .held(_ObjectHold($0)) } ?? .empty
        }
    }

    /// Writes the key, or nulls without one, to consecutive columns, and advances the position past them.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: inout Int) {
        if case .key(let key) = self {
            key._encode(into: writer, at: &column)
        } else {
            for _ in 0..<Target.Key._columnCount {
                writer.null(at: column)
                column &+= 1
            }
        }
    }
}
