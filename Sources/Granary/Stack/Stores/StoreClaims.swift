/// The places that one change of a stack has claimed and not released yet.
struct StoreClaims {
    private let sharing: StackSharing
    private let cancellation: Cancellation?
    private var claimed: Set<StorePlace> = []

    /// Begins without claims.
    init(_ sharing: StackSharing, _ cancellation: Cancellation?) {
        self.sharing = sharing
        self.cancellation = cancellation
    }

    /// Claims a place that it has not; waits while another thread has it.
    ///
    /// - Throws: as ``SharedStores/claim(_:for:_:)``.
    mutating func claim(_ place: StorePlace) throws {
        try sharing.stores.claim(place, for: sharing.broadcaster, cancellation)
        claimed.insert(place)
    }

    /// Claims some places, in their order.
    ///
    /// - Throws: as ``claim(_:)``; some may be claimed then.
    mutating func claim(_ places: [StorePlace]) throws {
        for place in Set(places).sorted() { try claim(place) }
    }

    /// Whether a place is claimed.
    func contains(_ place: StorePlace) -> Bool { claimed.contains(place) }

    /// Releases a place.
    mutating func release(_ place: StorePlace) {
        if claimed.remove(place) != nil { sharing.stores.release(place) }
    }

    /// Releases what is still claimed.
    mutating func releaseAll() {
        for place in claimed { release(place) }
    }
}
