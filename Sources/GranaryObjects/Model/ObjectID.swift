/// The identity of an object: its model and primary key.
///
/// It can be sent anywhere, stored and compared.
public struct ObjectID<M: Model>: Hashable, Sendable, Codable {
    /// The primary key.
    public let key: M.Key

    /// Makes the identity of the object with a key.
    @inlinable public init(_ key: M.Key) { self.key = key }

    /// Whether the keys are stored alike: text by its bytes.
    public static func == (left: ObjectID, right: ObjectID) -> Bool {
        left.key.objectKey == right.key.objectKey
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(key.objectKey) }
}

extension Model {
    /// The object's identity; for an object that is not inserted, of the key it has so far.
    public var objectID: ObjectID<Self> { ObjectID(objectKey) }
}
