import Granary

extension RepositoryCore {
    /// Asks the server for the objects of which a served value was not taken, once their writes are settled.
    ///
    /// What cannot be had stays noted as missing, so that the next reader asks.
    nonisolated(nonsending) func askForDoubtful() async {
        let places = doubts.takeSettled()
        for (model, places) in Dictionary(grouping: places, by: \.entity).sorted(by: { $0.key < $1.key }) {
            guard let type = stack.schema.entity(model)?.type as? any Granary.Model.Type else { continue }
            let keys = places.compactMap { try? ObjectKey(entryData: $0.key) }
            await askForDoubtful(keys.sorted(), type)
        }
    }

    private nonisolated(nonsending) func askForDoubtful<M: Granary.Model>(
        _ keys: [ObjectKey], _ type: M.Type
    ) async {
        if connectionProblem(of: M.self) != nil { return }
        _ = try? await askOnce(ReadTarget<M>.keys(keys), .remote, right(to: M.self, ReadTerms()))
    }
}

extension Repositories {
    /// Waits until the requests behind the sender have ended.
    package nonisolated(nonsending) func waitForRequestsBehind() async { await core.doubts.wait() }
}
