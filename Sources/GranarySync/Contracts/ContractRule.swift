import Granary

/// One rule of a contract about the values of a model.
struct ContractRule<M: Model>: Sendable {
    let isWhole: @Sendable (M.Snapshot, RemoteRequest) throws -> Bool
}
