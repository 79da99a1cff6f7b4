import GranaryConformance

/// Whatever two clients do over a bad network, each reads what it has written, and all come to one state.
enum RandomSyncPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("Random programs of two clients and a bad network lead to one state") { ground in
            try await SyncFuzzer.run(ConformanceEffort.current.seeds(20, long: 10_000), on: ground)
        }
    ]
}
