/// The stores, or the refusal, that a context gets from its stack when it begins an operation.
///
/// The refusals are `GranaryError`s. As `any Error` they are one reference each, so that an offer is cheap to copy, as
/// each unit of work does.
package enum StoreOffer: Sendable {
    /// The open stores.
    case open(StoreCoordinator)
    /// The open stores for reading; writing throws the error.
    case readable(StoreCoordinator, any Error)
    /// No stores; the error says why.
    case refused(any Error)

    /// The open stores, for reading or for writing too.
    ///
    /// - Throws: the error that says why there are none.
    package func stores(forWriting writing: Bool) throws -> StoreCoordinator {
        switch self {
        case .open(let coordinator): return coordinator
        case .readable(let coordinator, let refusal):
            if writing { throw refusal }
            return coordinator
        case .refused(let refusal): throw refusal
        }
    }
}
