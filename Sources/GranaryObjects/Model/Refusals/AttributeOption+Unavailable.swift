/// Options of other frameworks; the compiler says what to write.
///
/// The macro has a list of these names and reports nothing about them.
extension AttributeOption {
    /// Refuses another name of `indexed`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "indexed", message: "Write '.indexed'.")
    public static var index: AttributeOption { indexed }
    /// Refuses another name of `primaryKey`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "primaryKey", message: "Write '.primaryKey'.")
    public static var id: AttributeOption { primaryKey }
    /// Refuses what the type says.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "An attribute has a value unless its type is optional; leave '.required' out."
    )
    public static var required: AttributeOption { rule }
    /// Refuses what the type says.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "The type says so: write 'String?', and leave '.optional' out.")
    public static var optional: AttributeOption { rule }
    /// Refuses what has its own mark.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Mark what is not stored with '@Transient', in place of '@Attribute'."
    )
    public static var ephemeral: AttributeOption { rule }
    /// Refuses what has its own mark.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Mark what is not stored with '@Transient', in place of '@Attribute'."
    )
    public static var transient: AttributeOption { rule }
    /// Refuses a place outside of the store.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Values are in the row; leave '.externalStorage' out, or keep a file and store its path."
    )
    public static var externalStorage: AttributeOption { rule }
    /// Refuses a transformation.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A type that is Codable, Sendable and Equatable is stored as it is; leave '.transformable' out."
    )
    public static func transformable(by transformer: String) -> AttributeOption { rule }
    /// Refuses what another system offers.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "There is nothing like it here; leave it out.")
    public static var spotlight: AttributeOption { rule }
    /// Refuses what another system offers.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "There is nothing like it here; leave it out.")
    public static var allowsCloudEncryption: AttributeOption { rule }
    /// Refuses what another system offers.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "There is nothing like it here; leave it out.")
    public static var preserveValueOnDeletion: AttributeOption { rule }
}
