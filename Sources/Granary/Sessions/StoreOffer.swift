/// What a context that begins an operation finds in its stack.
package enum StoreOffer: Sendable {
    /// The open stores.
    case open(StoreCoordinator)
    /// The open stores, to read from; whoever may write is refused with the error.
    case readable(StoreCoordinator, GranaryError)
    /// No stores, for the reason that the error gives.
    case refused(GranaryError)

    /// The open stores, to write to them or only to read.
    ///
    /// - Throws: the reason why there are none.
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
