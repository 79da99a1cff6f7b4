import FoundationEssentials
import Granary

/// The objects that a query has found: as a table, or where it is too wide a block of lines for each.
struct ObjectListing<Snapshot: ModelSnapshot> {
    private let snapshots: [Snapshot]
    /// The names of the properties, in the order of the model.
    private let columns: [String]
    private let rows: [[String: PrintedValue]]
    /// Whether there are more objects than these.
    private let hasMore: Bool

    /// Makes a listing of snapshots; what else they have than these properties comes behind them.
    init(_ snapshots: [Snapshot], columns: [String], hasMore: Bool) throws {
        self.snapshots = snapshots
        self.hasMore = hasMore
        let encoder = JSONText.encoder
        rows = try JSONDecoder().decode([[String: PrintedValue]].self, from: encoder.encode(snapshots))
        let names = rows.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        self.columns = columns.filter(names.contains) + names.subtracting(columns).sorted()
    }

    /// The listing for a screen, and for programs.
    func answer(_ width: Int) -> ToolAnswer {
        ToolAnswer(text: text(width), document: ObjectsDocument(objects: snapshots, hasMore: hasMore))
    }

    private func text(_ width: Int) -> String {
        if rows.isEmpty { return "No objects." }
        let cells = rows.map { row in columns.map { row[$0]?.text ?? "" } }
        let table = TextTable(headings: columns, rows: cells).text
        let isWide = table.parts(between: "\n").contains { $0.count > width }
        let blocks = cells.map { cells in
            TextTable(rows: zip(columns, cells).map { [$0, $1] }).fitting(width).text
        }
        let rest = hasMore ? "\n\nThere are more: give the query a limit, or count it." : ""
        return (isWide ? blocks.joined(separator: "\n\n") : table) + rest
    }
}

/// The document that `query --json` prints.
struct ObjectsDocument<Snapshot: ModelSnapshot>: Encodable, Sendable {
    let objects: [Snapshot]
    let hasMore: Bool
}
