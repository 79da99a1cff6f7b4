/// What a stack offers to a context that begins an operation.
package enum StoreOffer: Sendable {
    /// The open stores.
    case open(StoreCoordinator)
    /// The open stores for reading; writing throws the error.
    case readable(StoreCoordinator, GranaryError)
    /// No stores; the error says why.
    case refused(GranaryError)

    /// The open stores, for reading or for writing too.
    ///
    /// - Throws: the error that says why there are none.
    func stores(forWriting writing: Bool) throws -> StoreCoordinator {
        switch self {
        case .open(let coordinator): return coordinator
        case .readable(let coordinator, let refusal):
            if writing { throw refusal }
            return coordinator
        case .refused(let refusal): throw refusal
        }
    }
}
