/// The stores that are open after an opening.
struct OpenedStores {
    /// All of them.
    var stores: [OpenStore] = []
    /// Those that were newly opened.
    var added: [OpenStore] = []
    /// Those that were open and are no longer wanted; they are still open.
    var obsolete: [OpenStore] = []
    /// The position of the store of each entity; -1 where there is none.
    var placement: [Int] = []
    /// The earlier contents of the stores that were changed, by place.
    var safeguards: [(place: StorePlace, safeguard: StoreSafeguard)] = []

    /// Drops the copies of stores that were changed: the stores stay open, and nothing will be restored.
    mutating func dropSafeguards() {
        for (_, safeguard) in safeguards { safeguard.drop() }
        safeguards = []
    }
}
