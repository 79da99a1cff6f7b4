extension ContextOptions {
    /// For imports: if others changed the same property, the save writes this context's value.
    public static var importer: ContextOptions {
        var options = ContextOptions()
        options.mergePolicy = .memoryWins
        return options
    }

    /// For a child context whose save stays in its parent.
    public static var child: ContextOptions { importer }

    /// For a child context that edits: its save also saves its parent.
    public static var editor: ContextOptions {
        var options = importer
        options.savesThroughParent = true
        return options
    }

    /// For experiments: saves are dropped, with a warning.
    public static var temporary: ContextOptions {
        var options = ContextOptions()
        options.saves = .drop
        return options
    }

    /// The same with another merge policy.
    public func merging(_ policy: MergePolicy) -> ContextOptions {
        var options = self
        options.mergePolicy = policy
        return options
    }
}
