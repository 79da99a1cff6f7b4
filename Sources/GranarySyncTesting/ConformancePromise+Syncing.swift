public import GranaryConformance

extension ConformancePromise {
    /// The promises of repositories and their outbox, which every store has to let them keep.
    ///
    /// Those about answers are the core's, of which
    /// ``GranaryConformance/ConformanceHarness/promises(of:)`` has a sample, unless the harness proves the core.
    ///
    /// ```swift
    /// @Test(arguments: ConformancePromise.ofSyncing) func syncs(_ promise: ConformancePromise) async throws {
    ///     try await promise.verify(on: harness)
    /// }
    /// ```
    public static let ofSyncing: [ConformancePromise] = lists.flatMap { $0.promises }
        .filter(ConformanceEffort.current.includes)

    private static let lists: [any SyncPromiseList.Type] = [
        CapturePromises.self, OutboxPromises.self, OutboxControlPromises.self, LanePromises.self,
        CoalescingPromises.self, CommandPromises.self,
        RetryPromises.self, RefusalPromises.self, RemoteSavingPromises.self, ServedMergePromises.self,
        ExtraRowsPromises.self, MissingTargetPromises.self, PartialRowsPromises.self, RemoteIDPromises.self,
        RowVersionPromises.self, ReadingPromises.self, AnswerPromises.self,
        NamedQueryPromises.self, ObservingPromises.self, ChangesPromises.self, SharedReadingPromises.self,
        SourcePromises.self, AccessPromises.self, AccessWritePromises.self, ContractPromises.self,
        GraphPromises.self, GraphPartPromises.self, GraphAccessPromises.self, ContinuedGraphPromises.self,
        GraphGapPromises.self,
        CachePromises.self, CacheSavePromises.self, CacheServingPromises.self,
        FullDiskPromises.self, LostStorePromises.self, EndlessWorkPromises.self, SenderChangePromises.self,
        FollowingWritePromises.self,
        BadServerPromises.self, RandomSyncPromises.self,
    ]
}
