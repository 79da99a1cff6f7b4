/// A path of relationships that goes on behind one to many, for ``Query/prefetching(_:)``: `$0.orders.lines.product`.
///
/// Behind a relationship to many there are several objects, so a path has no values to compare; for conditions there are
/// ``ToManyField/any(_:)``, ``ToManyField/all(_:)`` and ``ToManyField/none(_:)``.
@dynamicMemberLookup
public struct RelationshipPath<Root: Model, Target: Model>: Sendable {
    /// The names of the relationships, in order.
    let names: [String]

    /// The path with a further relationship to one.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> RelationshipPath<Root, Next> {
        RelationshipPath<Root, Next>(names: names + Target.fields[keyPath: member].path)
    }

    /// The path with a further relationship to many.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToManyField<Target, Next>>
    ) -> RelationshipPath<Root, Next> {
        RelationshipPath<Root, Next>(names: names + Target.fields[keyPath: member].names)
    }
}

extension ToManyField {
    /// The names of the relationships that lead to the objects.
    var names: [String] { path + [relationship] }

    /// The path that goes on with a relationship to one of the objects.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> RelationshipPath<Root, Next> {
        RelationshipPath<Root, Target>(names: names)[dynamicMember: member]
    }

    /// The path that goes on with a relationship to many of the objects.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToManyField<Target, Next>>
    ) -> RelationshipPath<Root, Next> {
        RelationshipPath<Root, Target>(names: names)[dynamicMember: member]
    }
}
