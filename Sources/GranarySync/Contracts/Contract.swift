public import Granary

/// Says which values are whole enough for a reader; others count as missing.
///
/// A value that is not whole enough is left out of an answer, which is then not complete, so that by its policy the server
/// is asked for it. What the server serves is checked the same way.
///
/// ```swift
/// let repositories = try await Repositories(stack, source: server)
/// let withDelays = Contract().requiring(Flight.self) { flight, _ in flight.delay != nil }
/// let flights = try await repositories[Flight.self].requiring(withDelays).fetch(Flight.all)
/// ```
public struct Contract: Sendable {
    /// The rules by model; each has its own type.
    private var rules: [ObjectIdentifier: [any Sendable]] = [:]

    /// Makes a contract that every value keeps.
    public init() {}

    /// The same contract with one rule more for a model; all of them have to hold.
    ///
    /// - Parameters:
    ///   - model: the model whose values are checked.
    ///   - isWhole: whether a value is whole enough for what was asked for. An error ends the call.
    /// - Returns: the contract.
    public func requiring<M: Model>(
        _ model: M.Type, _ isWhole: @escaping @Sendable (M.Snapshot, RemoteRequest) throws -> Bool
    ) -> Contract {
        var contract = self
        contract.rules[ObjectIdentifier(model), default: []].append(ContractRule<M>(isWhole: isWhole))
        return contract
    }

    /// A contract that a value keeps if it keeps both this one and another.
    func and(_ other: Contract) -> Contract {
        var contract = self
        contract.rules.merge(other.rules) { $0 + $1 }
        return contract
    }

    /// Whether every value keeps it.
    var isEmpty: Bool { rules.isEmpty }

    /// Whether it says anything of a model.
    func judges<M: Model>(_ model: M.Type) -> Bool {
        !rules.isEmpty && rules[ObjectIdentifier(model)] != nil
    }

    /// What it says of the objects that a target asks for; `nil` if nothing.
    func judge<M: Model>(_ target: ReadTarget<M>) -> ContractJudge<M>? {
        guard let rules = rules[ObjectIdentifier(M.self)] else { return nil }
        return ContractJudge(rules: rules.compactMap { $0 as? ContractRule<M> }, request: target.request)
    }
}
