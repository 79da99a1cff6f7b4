/// What is written elsewhere, or not at all; the compiler says what to write.
///
/// The macro has a list of these names and reports nothing about them.
extension RelationshipOption {
    /// Refuses a delete rule without its label.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A delete rule has a label: write 'onDelete: .cascade'.")
    public static var cascade: RelationshipOption { required }
    /// Refuses a delete rule without its label.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A delete rule has a label: write 'onDelete: .nullify'.")
    public static var nullify: RelationshipOption { required }
    /// Refuses a delete rule without its label.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A delete rule has a label: write 'onDelete: .deny'.")
    public static var deny: RelationshipOption { required }
    /// Refuses a delete rule without its label.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A delete rule has a label: write 'onDelete: .noAction'.")
    public static var noAction: RelationshipOption { required }
    /// Refuses what the model says.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "The model says so: write '@Model(unique: [[\"film\"]])', with the name of a relationship to one."
    )
    public static var unique: RelationshipOption { required }
    /// Refuses what is so anyway.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A relationship to one has an index already; leave '.indexed' out.")
    public static var indexed: RelationshipOption { required }
    /// Refuses a relationship as a part of the key.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "A primary key is made of attributes; mark one of those '.primaryKey'."
    )
    public static var primaryKey: RelationshipOption { required }
    /// Refuses what is so anyway.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "A relationship is optional without '.required'; leave '.optional' out."
    )
    public static var optional: RelationshipOption { required }
}
