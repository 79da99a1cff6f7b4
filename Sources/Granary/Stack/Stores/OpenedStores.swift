/// The stores that are open after an opening.
struct OpenedStores {
    /// All of them.
    var stores: [OpenStore] = []
    /// Those that were opened now.
    var added: [OpenStore] = []
    /// Those that were open and are not wanted any more; they are still open.
    var obsolete: [OpenStore] = []
    /// The position of the store of each entity; -1 where there is none.
    var placement: [Int] = []
    /// What stores held that were changed.
    var safeguards: [StoreSafeguard] = []

    /// Says that the stores stay open, so that nothing is taken back any more.
    mutating func settle() {
        for safeguard in safeguards { safeguard.drop() }
        safeguards = []
    }
}
