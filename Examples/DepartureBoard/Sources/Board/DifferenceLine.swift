import Granary

/// A difference between two states of a board, as a line.
enum DifferenceLine {
    /// The line: `+` for a row that enters, `-` for one that leaves, `>` for one that moves, `~` for one with another
    /// remark; then the place on the board, counted from 1.
    static func text(_ change: ResultChange<BoardRow>) -> String {
        switch change {
        case .insert(let position, let row): "+ \(place(position))  \(text(row))  \(row.remark)"
        case .delete(let position, let row): "- \(place(position))  \(text(row))  \(row.remark)"
        case .update(let position, let before, let after):
            "~ \(place(position))  \(text(after))  \(remarks(before, after))"
        case .move(let from, let to, let before, let after):
            "> \(place(to))  \(text(after))  \(remarks(before, after)), was \(from + 1)"
        }
    }

    private static func remarks(_ before: BoardRow, _ after: BoardRow) -> String {
        before.remark == after.remark ? after.remark : "\(before.remark) → \(after.remark)"
    }

    private static func text(_ row: BoardRow) -> String {
        "\(row.time)  \(padded(row.flight, to: 7))  \(row.destination)"
    }

    private static func place(_ position: Int) -> String {
        position < 9 ? " \(position + 1)" : "\(position + 1)"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
