public import Granary

/// What a graph asks for the objects of one of its parts, where a program reads them.
public struct GraphRequest<Target: Model>: Sendable {
    /// The objects as a query, with the condition of the part.
    public let query: Query<Target>
    /// The identities of the objects; empty where they are known by their owners only.
    public let ids: [ObjectID<Target>]
    /// The keys of the objects whose relationship to many is asked for.
    let owners: [ObjectKey]

    /// The identities of the objects whose relationship to many is asked for; empty where the objects are asked for by
    /// their own identities, and for another model.
    public func owners<Owner: Model>(_ model: Owner.Type) -> [ObjectID<Owner>] {
        owners.compactMap { Owner.Key(objectKey: $0).map { ObjectID($0) } }
    }
}
