import GranarySync
import GranaryTool

/// The numbers of writes of each store: the document that `outbox count --json` prints.
struct OutboxCountsListing: Codable, Sendable, Equatable {
    /// A store with its numbers.
    struct Store: Codable, Sendable, Equatable {
        var store: String
        var held: Int
        var waiting: Int
        var sent: Int
        var refused: Int

        init(store: String, writes: [StoredOutbox.Write]) {
            func count(_ state: WriteState) -> Int { writes.count { $0.state == state.rawValue } }
            self.store = store
            held = count(.held)
            waiting = count(.waiting)
            sent = count(.sent)
            refused = count(.refused)
        }
    }

    var stores: [Store]

    /// A table with a row for each store.
    func text(width: Int) -> String {
        TextTable(
            headings: ["Store", "Held", "Waiting", "Sent", "Refused"],
            rows: stores.map {
                ["\($0.store)", "\($0.held)", "\($0.waiting)", "\($0.sent)", "\($0.refused)"]
            }
        ).text
    }
}
