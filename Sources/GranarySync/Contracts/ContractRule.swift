import Granary

/// What a contract says of a model.
struct ContractRule<M: Model>: Sendable {
    let checks: [@Sendable (M.Snapshot, RemoteRequest) throws -> Bool]
}
