import GranarySync
import GranaryTool

/// What a command has changed.
struct OutboxChange {
    /// What was done, such as `Released`.
    private let verb: String
    private let stores: [(store: String, writes: [StoredOutbox.Write])]
    private let complaint: String?

    init(verb: String, _ found: FoundOutbox.Results<[StoredOutbox.Write]>) {
        self.verb = verb
        stores = found.all.map { ($0.store, $0.result) }
        complaint = found.complaint
    }

    /// The answer to a choice.
    ///
    /// - Throws: as ``OutboxChoice/requireAll(in:)``, unless writes may be in a store that was left out.
    func answer(to choice: OutboxChoice) throws -> ToolAnswer {
        if complaint == nil { try choice.requireAll(in: stores.flatMap(\.writes)) }
        return ToolAnswer(text: text, document: document, complaint: complaint)
    }

    /// A line for each store.
    private var text: String {
        stores.map { store, writes in
            "\(store): \(verb.lowercased()) \(writes.count == 1 ? "1 write" : "\(writes.count) writes")."
        }.joined(separator: "\n")
    }

    /// The same for programs.
    private var document: OutboxListing {
        OutboxListing(
            stores: stores.map { .init(store: $0.store, writes: $0.writes.map(OutboxListing.Write.init)) })
    }
}
