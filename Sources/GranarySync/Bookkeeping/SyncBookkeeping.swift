import Granary

/// The models that a store holds besides the synced ones.
enum SyncBookkeeping {
    static let models: [any DescribedModel.Type] = [
        SyncEntry.self, SyncQuery.self, SyncGap.self, SyncLease.self,
    ]

    /// The author of saves that the bookkeeping makes.
    static let author = "GranarySync"
    /// Makes the identifiers of entries and saves.
    static let identifiers = TimeOrderedUUIDSource()
}
