/// A relationship with what is at its other end.
///
/// A schema finds it once, so that nothing has to be looked up by name for each object.
package final class Route: Sendable {
    /// The relationship.
    package let relationship: Relationship
    /// The entity at the other end.
    package let destination: Entity
    /// The relationship at the other end that means the same connection, if there is one.
    package let inverse: Relationship?
    /// Whether the inverse leads to many.
    package let inverseIsToMany: Bool
    /// The position of the inverse among those to one, or among those to many, of the destination; -1 without
    /// an inverse.
    package let inversePosition: Int

    private init(_ relationship: Relationship, to destination: Entity) {
        self.relationship = relationship
        self.destination = destination
        inverse = relationship.inverse.flatMap { destination.relationship($0) }
        inverseIsToMany = inverse?.isToMany ?? false
        inversePosition =
            inverse.map { $0.isToMany ? $0.position : $0.position - destination.attributes.count } ?? -1
    }

    /// The routes of each entity's relationships to one, or to many, by the positions of entity and
    /// relationship.
    ///
    /// Every relationship of a resolved schema leads to one of its entities.
    static func find(
        _ entities: [Entity], _ relationships: (Entity) -> [Relationship], _ find: (String) -> Entity?
    ) -> [[Route]] {
        entities.map { entity in
            relationships(entity).compactMap { relationship in
                find(relationship.destination).map { Route(relationship, to: $0) }
            }
        }
    }
}
