import Granary

/// What one reader has agreed upon: which values are whole enough, and what it may have.
struct ReadTerms: Sendable {
    var contract = Contract()
    var access = AccessPolicy.all
}

extension Repository {
    /// The same repository for a reader for whom only values are there that keep a contract, and the contracts that it was
    /// given before.
    ///
    /// It is this reader's own: others who ask the same share the request to the server, and check the answer by their
    /// own contracts.
    public func requiring(_ contract: Contract) -> Repository {
        var repository = self
        repository.terms.contract = terms.contract.and(contract)
        return repository
    }

    /// The same repository for a reader who may have what this policy, those given before, and that of the
    /// ``Repositories`` all allow.
    ///
    /// Requests of readers with different policies are not shared, since the right of one may end before the answer.
    public func allowed(by access: AccessPolicy) -> Repository {
        var repository = self
        repository.terms.access = terms.access.and(access)
        return repository
    }
}
