import FoundationEssentials
import GranarySync
import GranaryTool

/// The writes of each store: the document that `outbox list --json` prints.
struct OutboxListing: Codable, Sendable, Equatable {
    /// A store with its writes.
    struct Store: Codable, Sendable, Equatable {
        var store: String
        var writes: [Write]
    }

    /// A write, without its values.
    struct Write: Codable, Sendable, Equatable {
        var id: String
        /// The model; `nil` for a command.
        var model: String?
        var effect: String
        var state: String
        var attempts: Int
        var reason: String?

        init(_ write: StoredOutbox.Write) {
            id = write.id.uuidString
            model = write.model.isEmpty ? nil : write.model
            effect = write.effect
            state = write.state
            attempts = write.attempts
            reason = write.reason
        }
    }

    var stores: [Store]

    /// A table for each store.
    func text(width: Int) -> String {
        stores.map { store in
            if store.writes.isEmpty { return "\(store.store): nothing waits for a server." }
            var table = TextTable(headings: ["Write", "Model", "Effect", "State", "Sent", "Reason"])
            table.rows = store.writes.map { write in
                [
                    write.id, write.model ?? "–", write.effect, write.state, "\(write.attempts)",
                    write.reason ?? "",
                ]
            }
            return "\(store.store)\n\n\(table.fitting(width).text)"
        }.joined(separator: "\n\n")
    }
}
