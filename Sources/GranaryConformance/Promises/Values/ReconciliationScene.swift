import Granary

/// The seats that the promises about reconciling share, with their reconciling and checks.
enum ReconciliationScene {
    typealias Item = Seat.Snapshot

    /// An item with a label and a place.
    static func seat(_ label: String?, row: Int? = nil, column: Int? = nil) -> Item {
        Item(label: label, row: row, column: column)
    }

    /// Saves seats with some labels in rows 0 and up, and the keys 1 and up.
    static func save(_ labels: [String?], _ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for (row, label) in labels.enumerated() {
                try context.insert(Seat(id: row + 1, label: label, row: row))
            }
        }
    }

    /// The seats as texts, in the order of their keys.
    static func seats(_ bench: ConformanceBench) async throws -> [String] {
        try await bench.perform { try texts(of: $0.fetch(Seat.all)) }
    }

    /// Objects as texts: key, label and row.
    static func texts(of seats: [Seat]) -> [String] {
        seats.map { "\($0.id) \($0.label ?? "nil") \($0.row.map(String.init) ?? "nil")" }
    }
}

extension Reconciliation {
    /// The numbers in one line.
    var line: String { "+\(inserted) ~\(updated) =\(unchanged) -\(deleted) !\(kept)" }
}
