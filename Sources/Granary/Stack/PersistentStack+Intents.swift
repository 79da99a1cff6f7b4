extension PersistentStack {
    /// Makes a context for an import that keeps it: where others have changed the same property, its save writes the
    /// imported value.
    ///
    /// It belongs to the calling actor or thread, as a context of ``makeContext(_:)`` does. Observers of its saves get
    /// its author.
    ///
    /// - Throws: as ``makeContext(_:)``.
    public func importerContext(author: String? = nil) throws -> sending Context {
        try makeContext(options(.importer, by: author))
    }

    /// Makes a context for experiments: its saves are dropped, with a warning in the log.
    ///
    /// It belongs to the calling actor or thread, as a context of ``makeContext(_:)`` does.
    ///
    /// - Throws: as ``makeContext(_:)``.
    public func temporaryContext() throws -> sending Context { try makeContext(options(.temporary)) }

    /// Makes a context for editing apart from the main context: it sees the main context's unsaved changes, and its
    /// save also saves the main context.
    ///
    /// If it is released without a save, nothing has changed. Observers of its saves get its author.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` if the main context is read-only, since no save could succeed; as
    ///   ``mainContext``.
    @MainActor public func editorContext(author: String? = nil) throws -> Context {
        if isMainContextReadOnly { throw GranaryError.mainContextIsReadOnly }
        return try mainContext.makeChild(options(.editor, by: author))
    }

    private func options(_ options: ContextOptions, by author: String? = nil) -> ContextOptions {
        var options = options
        options.strictLoading = settings.strictLoading
        options.author = author
        return options
    }

    /// Whether the main context refuses to save, and its editors with it; at first as in ``StackSettings``.
    ///
    /// Can be set at any time, and applies from the next save on.
    public var isMainContextReadOnly: Bool {
        get { !mainWriting.isOn }
        set { mainWriting.isOn = !newValue }
    }

    /// Whether contexts merge the saves of others; at first as in ``StackSettings``.
    ///
    /// Can be set at any time. When it is set to true, contexts reload their objects of the entities that were saved in
    /// between.
    public var mergesAutomatically: Bool {
        get { broadcaster.notifiesContexts }
        set { broadcaster.notifiesContexts = newValue }
    }
}
