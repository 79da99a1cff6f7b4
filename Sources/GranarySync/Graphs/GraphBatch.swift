import Granary

/// The objects that one request of a graph has brought.
struct GraphBatch<Target: Granary.Model>: Sendable {
    var snapshots: [Target.Snapshot] = []
    var lacking: Set<ObjectKey> = []
    /// Objects of the store that are left out, since they are not whole enough.
    var broken: Set<ObjectKey> = []
    var isRemote = false
    var isComplete = false
    /// Why the server could not be asked.
    var error: GranaryError?
    /// What was answered instead of objects.
    var failure: GranaryError?

    init() {}

    init(_ answer: Answer<Target>) {
        snapshots = Array(answer)
        lacking = answer.state.lacking
        broken = answer.state.broken
        isRemote = answer.origin == .remote
        isComplete = answer.isComplete
        error = answer.remoteError
    }

    /// What a program has returned.
    init(returned snapshots: [Target.Snapshot]) {
        self.snapshots = snapshots
        isRemote = true
        isComplete = true
    }

    /// Takes the objects of the store instead.
    mutating func take(_ here: Answer<Target>) {
        snapshots = Array(here)
        lacking = here.state.lacking
        broken = here.state.broken
    }

    /// Leaves out what is not whole enough, of what a program has returned.
    ///
    /// - Throws: what the contract throws.
    mutating func judge(by contract: Contract, _ target: ReadTarget<Target>) throws {
        guard let judge = contract.judge(target) else { return }
        let (found, broken) = try judge.accepted(snapshots)
        if broken.isEmpty { return }
        // It may have returned another object with the same key, which is whole enough.
        lacking.formUnion(broken.subtracting(found.map(\.objectID.key.objectKey)))
        (snapshots, isComplete) = (found, false)
    }

    /// Why something is not there.
    func reason(isSynced: Bool) -> GraphGap.Reason {
        if let failure { return .failed(failure) }
        if let error { return .incomplete(error) }
        // What was served as a whole, now or before, has everything that there is.
        return isRemote || isComplete || !isSynced ? .notFound : .incomplete(nil)
    }

    /// Whether all members of a relationship to many are there, or why not.
    var outcome: GraphMemory.Outcome {
        if let failure { return .open(.failed(failure)) }
        return isComplete ? .complete : .open(.incomplete(error))
    }
}
