/// What a relationship to one holds inside an object.
@frozen public enum _Reference<Target: Model> {
    /// No object.
    case empty
    /// The object with this key.
    case key(Target.Key)
    /// An object in a context, as long as the one that refers to it is in none.
    case object(Target)
    /// An object that may be in no context, as long as the one that refers to it is in none.
    case held(_ObjectHold<Target>)

    /// The object, where it is not known by its key.
    @inlinable public var object: Target? {
        switch self {
        case .empty, .key: nil
        case .object(let object): object
        case .held(let hold): hold.object
        }
    }

    /// The key, when there is one: that of an object that is not inserted is not final.
    @inlinable public var key: Target.Key? {
        switch self {
        case .empty: nil
        case .key(let key): key
        case .object, .held: object.flatMap { $0.objectState.isIdentified ? $0.objectKey : nil }
        }
    }

    /// Makes a reference from a key.
    @inlinable public init(_ key: Target.Key?) {
        if let key { self = .key(key) } else { self = .empty }
    }

    /// Makes a reference to an object from one that is in no context.
    @inlinable public init(object: Target?) {
        guard let object else {
            self = .empty
            return
        }
        // One in a context refers to others by key, so no chain begins with it.
        self = object.objectState.batch == nil ? .held(_ObjectHold(object)) : .object(object)
    }

    /// Whether it leads to an object that is not in the context of an entry.
    @inlinable public func leadsOutside(_ entry: ObjectEntry) -> Bool {
        object.map { !entry.holds($0) } ?? false
    }

    /// The same reference, by key where its object is in the context of an entry.
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

    /// Makes a reference from one without type; a key or object of another kind gives `empty`.
    @inlinable public init(_ erased: AnyReference) {
        switch erased {
        case .empty: self = .empty
        case .key(let key): self = Target.Key(objectKey: key).map(Self.key) ?? .empty
        case .object(let object): self = (object as? Target).map { .held(_ObjectHold($0)) } ?? .empty
        }
    }

    /// Writes the key to consecutive columns, nulls when there is none, and moves the position past them.
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

/// What a relationship to one holds, without its target's type.
@_documentation(visibility: private)
@frozen public enum AnyReference {
    /// No object.
    case empty
    /// The object with this key.
    case key(ObjectKey)
    /// An object, as long as the one that refers to it is in no context.
    case object(any Model)
}
