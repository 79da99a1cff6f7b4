package import Granary

extension FetchRequest {
    /// Whether only the selection says which rows are wanted, in the order they come by themselves.
    package var isPlain: Bool { predicate == nil && sort.isEmpty && offset == 0 && limit == nil }

    /// What a store leaves to the core when it answers a request by its selection alone.
    package var remainingOfSelection: FetchAnswer.Remaining {
        var remaining: FetchAnswer.Remaining = []
        if predicate != nil { remaining.insert(.predicate) }
        if !sort.isEmpty || !comesInKeyOrder { remaining.insert(.sort) }
        if offset > 0 || limit != nil { remaining.insert(.range) }
        return remaining
    }

    /// Whether a list of keys gives rows in key order by itself.
    private var comesInKeyOrder: Bool {
        if case .referring = selection { offset == 0 && limit == nil } else { true }
    }
}
