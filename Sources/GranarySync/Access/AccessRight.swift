import FoundationEssentials
import Granary

/// What access policies say of the models of one call, whenever they are asked.
struct AccessRight: Sendable {
    /// Why an access policy refuses something: how much it allows of the model.
    struct Refusal: Error {
        let access: Access
    }

    private let policies: [AccessPolicy]
    /// The models whose rows the call touches; the first one is what it asks for.
    private let models: [String]

    /// The right by some policies; all of them have to allow what is done.
    init(_ policies: [AccessPolicy], to models: [String]) {
        self.policies = policies.filter { !$0.isUnlimited }
        self.models = models
    }

    /// Distinguishes calls that may not share a request, as the right of one may end before that of the
    /// other.
    var identity: String? {
        policies.isEmpty ? nil : (policies.map(\.identity) + models).joined(separator: " ")
    }

    /// The right by the same policies to some other models.
    func over(_ models: [String]) -> AccessRight { AccessRight(policies, to: models) }

    /// How much of a model is allowed now.
    func access(to model: String) -> Access { policies.lazy.map { $0.access(to: model) }.min() ?? .all }

    /// Refuses what is not allowed now.
    ///
    /// - Throws: ``GranaryError/Code/accessDenied``.
    func require(_ access: Access) throws {
        if policies.isEmpty { return }
        if let error = problem(with: access) { throw error }
    }

    /// Why something is not allowed now; `nil` if it is.
    func problem(with access: Access) -> GranaryError? {
        guard let model = models.first(where: { self.access(to: $0) < access }) else { return nil }
        return Self.refusal(of: model, at: min(self.access(to: model), access == .all ? .local : .none))
    }

    /// The error about a model that is not allowed completely; `nil` if everything is allowed.
    static func refusal(of model: String, at access: Access) -> GranaryError? {
        if access == .all { return nil }
        let message =
            access == .local
            ? "The access policy allows what the store has of \(model), and not to ask its server or to send to it; use the policy `.local`, or ask again after a sign-in."
            : "The access policy does not allow \(model) to be read or written now; ask again after a sign-in."
        return GranaryError(
            .accessDenied, message, context: .init(entity: model), cause: Refusal(access: access))
    }

    /// Whether an error is one of access policies, and not one of a server that has refused something itself.
    static func isRefusal(_ error: GranaryError) -> Bool {
        error.cause is Refusal
    }

    /// A payload without the rows of models that may not come from the server now, but for one model.
    func allowed(in payload: RemotePayload, besides model: String? = nil) -> RemotePayload {
        if policies.isEmpty { return payload }
        var payload = payload
        let served = payload.lists.count
        payload.lists.removeAll { $0.model != model && access(to: $0.model) < .all }
        if payload.lists.count < served { payload.lacksRows = true }
        return payload
    }
}

extension RepositoryCore {
    /// What somebody may do with the rows of a call.
    func right<M: Model>(to target: ReadTarget<M>, _ terms: ReadTerms) -> AccessRight {
        if access.isUnlimited, terms.access.isUnlimited { return AccessRight([], to: []) }
        var models = [M.modelDescription.name]
        // Rows on the paths of a query are looked at too.
        if case .query(let query) = target, let entity = stack.schema.entity(of: M.self) {
            let others = (try? query.entitiesOnPaths(from: entity, in: stack.schema)) ?? []
            models += others.sorted().map { stack.schema.entities[$0].name }
        }
        return AccessRight([access, terms.access], to: models)
    }

    /// What somebody may do with the rows of a model.
    func right<M: Model>(to model: M.Type, _ terms: ReadTerms) -> AccessRight {
        if access.isUnlimited, terms.access.isUnlimited { return AccessRight([], to: []) }
        return AccessRight([access, terms.access], to: [M.modelDescription.name])
    }

    /// What the program may do with the rows of some models, for every reader.
    func right(to models: [String]) -> AccessRight { AccessRight([access], to: models) }

    /// The synced models whose writes may not be sent now.
    var withheld: Set<String> {
        if access.isUnlimited { return [] }
        let names = rule.models.keys.map { stack.schema.entities[$0].name }
        return Set(names.filter { access.access(to: $0) < .all })
    }
}
