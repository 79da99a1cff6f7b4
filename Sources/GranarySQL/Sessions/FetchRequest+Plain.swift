package import Granary

extension FetchRequest {
    /// What a store leaves to the core when it answers a request by its selection alone.
    package var remainingOfSelection: FetchAnswer.Remaining {
        var remaining: FetchAnswer.Remaining = []
        if predicate != nil { remaining.insert(.predicate) }
        if !sort.isEmpty || !comesInKeyOrder { remaining.insert(.sort) }
        if hasRange { remaining.insert(.range) }
        return remaining
    }

    /// Whether a list of keys gives rows in key order by itself.
    private var comesInKeyOrder: Bool {
        if case .referring = selection { !hasRange } else { true }
    }
}
