import FoundationEssentials
import Granary

/// The objects that a query has found: as a table, or where it is too wide a block of lines for each.
struct ObjectListing<Snapshot: ModelSnapshot> {
    private let snapshots: [Snapshot]
    /// The names of the properties, in the order of the model.
    private let columns: [String]
    private let rows: [[String: JSONValue]]
    /// Whether there are more objects than these.
    private let hasMore: Bool

    /// Makes a listing of snapshots; what else they have than these properties comes behind them.
    init(_ snapshots: [Snapshot], columns: [String], hasMore: Bool) throws {
        self.snapshots = snapshots
        self.hasMore = hasMore
        let json = String(decoding: try JSONText.encoder.encode(snapshots), as: UTF8.self)
        guard case .array(let objects) = try JSONReader.value(of: json) else {
            throw GranaryError(.unsupported, "The objects cannot be listed: their JSON is no list.")
        }
        rows = objects.map { object in
            guard case .object(let members) = object else { return [:] }
            return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        }
        let names = rows.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        self.columns = columns.filter(names.contains) + names.subtracting(columns).sorted()
    }

    /// The listing for a screen, and for programs.
    func answer(_ width: Int) -> ToolAnswer {
        ToolAnswer(text: text(width), document: ObjectsDocument(objects: snapshots, hasMore: hasMore))
    }

    private func text(_ width: Int) -> String {
        if rows.isEmpty { return "No objects." }
        let cells = rows.map { row in columns.map { row[$0]?.shown ?? "" } }
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

extension JSONValue {
    /// The value in a line of text, numbers with all their digits; empty for `null`.
    var shown: String {
        switch self {
        case .null: ""
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number): number.text
        case .text(let text): text
        case .array(let values): "[\(values.map(\.shown).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.name): \($0.value.shown)" }.joined(separator: ", "))}"
        }
    }
}
