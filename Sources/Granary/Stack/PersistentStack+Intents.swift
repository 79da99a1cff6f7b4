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

    /// Makes a context for trying things out: its saves are dropped, and a warning in the log says so.
    ///
    /// It belongs to the calling actor or thread, as a context of ``makeContext(_:)`` does.
    ///
    /// - Throws: as ``makeContext(_:)``.
    public func temporaryContext() throws -> sending Context { try makeContext(options(.temporary)) }

    /// Makes a context for editing beside the main context: it sees the main context's unsaved changes, and its save
    /// also saves the main context.
    ///
    /// If it is dropped without a save, nothing has happened. Observers of its saves get its author.
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
    /// Can be set at any time, and holds from the next save on.
    public var isMainContextReadOnly: Bool {
        get { !mainWriting.isOn }
        set { mainWriting.isOn = !newValue }
    }

    /// Whether contexts merge what others save; at first as in ``StackSettings``.
    ///
    /// Can be set at any time. When it is set to true, contexts read the loaded objects of those entities again that
    /// were saved meanwhile.
    public var mergesAutomatically: Bool {
        get { broadcaster.notifiesContexts }
        set { broadcaster.notifiesContexts = newValue }
    }
}
