public import GranaryStore

/// Delete rules by the names of SQL; the compiler says what to write.
extension DeleteRule {
    /// Refuses another name of `deny`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "deny", message: "Write '.deny'.")
    public static var restrict: DeleteRule { .deny }
    /// Refuses another name of `nullify`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "nullify", message: "Write '.nullify'.")
    public static var setNull: DeleteRule { .nullify }
    /// Refuses another name of `cascade`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "cascade", message: "Write '.cascade'.")
    public static var delete: DeleteRule { .cascade }
}
