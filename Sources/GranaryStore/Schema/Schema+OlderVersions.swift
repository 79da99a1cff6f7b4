extension Schema {
    /// The same schema, with permission for programs with older versions of the models to read its stores.
    ///
    /// A store records the permission. A program that was not updated then opens the store for reading only, if
    /// everything that its own models need is still there unchanged: this version may add models, attributes, indexes
    /// and unique constraints. Otherwise, and for every version without the permission, such a program gets
    /// ``GranaryError/Code/newer``.
    ///
    /// ```swift
    /// let schema = try Schema("Library", models: [Book.self]).readableByOlderVersions()
    /// ```
    public func readableByOlderVersions() -> Schema {
        with(isReadableByOlderVersions: true)
    }
}
