/// What other frameworks call what has another name here.
extension ModelCheck {
    /// Options of `@Attribute` that `AttributeOption` has only to refuse them.
    static let foreignOptions: Set = [
        "index", "id", "required", "optional", "ephemeral", "transient", "externalStorage", "transformable",
        "spotlight", "allowsCloudEncryption", "preserveValueOnDeletion",
    ]
    /// Options of `@Relationship` that `RelationshipOption` has only to refuse them.
    static let foreignRelationshipOptions: Set = [
        "cascade", "nullify", "deny", "noAction", "unique", "indexed", "primaryKey", "optional",
    ]
    /// Types that make a class a model of another framework.
    static let foreignTypes: Set = [
        "Model", "PersistentModel", "NSManagedObject", "TableRecord", "FetchableRecord", "PersistableRecord",
        "MutablePersistableRecord",
    ]
    /// Wrappers that make a property one of another framework, with what to write.
    static let foreignWrappers: [String: String] = [
        "ID":
            "write '@Attribute(.primaryKey)', or nothing where the property is 'var id: UUID' or 'var id: Int'",
        "Field": "write nothing, or '@Attribute(column: \"…\")'",
        "OptionalField": "write nothing, or '@Attribute(column: \"…\")'",
        "Enum": "write nothing: an enumeration with raw values is stored as it is",
        "OptionalEnum": "write nothing: an enumeration with raw values is stored as it is",
        "Timestamp": "write nothing, and set the date yourself, or in 'willSave'",
        "Parent": "write '@Relationship var owner: Owner?'",
        "OptionalParent": "write '@Relationship var owner: Owner?'",
        "Children": "write '@Relationship(inverse: \\Book.owner) var books: ToMany<Book>'",
        "Siblings": "write '@Relationship(inverse: \\Book.authors) var books: ToMany<Book>'",
        "NSManaged": "write nothing: every stored property is stored",
    ]
}
