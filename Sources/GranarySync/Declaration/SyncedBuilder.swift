/// Collects the declarations of synced models, one per line.
@resultBuilder public enum SyncedBuilder {
    /// Collects the declarations.
    public static func buildBlock(_ models: Synced...) -> [Synced] { models }
}
