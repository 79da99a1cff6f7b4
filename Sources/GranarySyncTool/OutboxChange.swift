import GranarySync

/// What a command has changed.
struct OutboxChange {
    /// What was done, such as `Released`.
    let verb: String
    let stores: [(store: String, writes: [StoredOutbox.Write])]

    /// All writes that were changed.
    var writes: [StoredOutbox.Write] { stores.flatMap(\.writes) }

    /// A line for each store.
    var text: String {
        stores.map { store, writes in
            "\(store): \(verb.lowercased()) \(writes.count == 1 ? "1 write" : "\(writes.count) writes")."
        }.joined(separator: "\n")
    }

    /// The same for programs.
    var document: OutboxListing {
        OutboxListing(
            stores: stores.map { .init(store: $0.store, writes: $0.writes.map(OutboxListing.Write.init)) })
    }
}
