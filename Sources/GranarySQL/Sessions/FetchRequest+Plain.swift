package import GranaryStore

extension FetchRequest {
    /// The parts left to the core when a store answers a request by its selection alone.
    package var remainingOfSelection: FetchAnswer.Remaining {
        var remaining: FetchAnswer.Remaining = []
        if predicate != nil { remaining.insert(.predicate) }
        if !sort.isEmpty || !comesInKeyOrder { remaining.insert(.sort) }
        if hasRange { remaining.insert(.range) }
        return remaining
    }

    /// Whether the selection gives rows in key order by itself.
    private var comesInKeyOrder: Bool {
        if case .referring = selection { !hasRange } else { true }
    }
}
