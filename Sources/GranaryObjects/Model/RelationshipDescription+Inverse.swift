extension RelationshipDescription {
    /// The name of an inverse to one; the key path makes the compiler check that it leads back to the owner.
    public static func inverse<Owner: Model, Target: Model>(
        _ name: String, _ path: KeyPath<Target, Owner?>, of owner: Owner.Type
    ) -> String { name }

    /// The name of an inverse to many; the key path makes the compiler check that it leads back to the owner.
    public static func inverse<Owner: Model, Target: Model>(
        _ name: String, _ path: KeyPath<Target, ToMany<Owner>>, of owner: Owner.Type
    ) -> String { name }
}
