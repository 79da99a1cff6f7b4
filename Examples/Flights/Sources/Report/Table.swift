/// Rows of text in aligned columns.
package struct Table: Sendable {
    /// A column.
    package struct Column: Sendable {
        let title: String
        let isNumber: Bool
        let mayShrink: Bool

        /// Text, aligned left; it may be cut where the line is too long, if so said.
        package static func text(_ title: String, mayShrink: Bool = false) -> Column {
            Column(title: title, isNumber: false, mayShrink: mayShrink)
        }

        /// A number, aligned right.
        package static func number(_ title: String) -> Column {
            Column(title: title, isNumber: true, mayShrink: false)
        }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    /// Makes an empty table.
    package init(_ columns: Column...) { self.columns = columns }

    /// Adds a row; cells beyond the columns are left out, missing ones are empty.
    package mutating func add(_ cells: String...) {
        rows.append(columns.indices.map { cells.indices.contains($0) ? cells[$0] : "" })
    }

    /// The lines, headings first, of at most `width` characters; `nil` for no limit.
    package func lines(width: Int?) -> [String] {
        let widths = widths(within: width)
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([columns.map(\.title), rule] + rows).map { cells in
            let padded = zip(zip(cells, columns), widths).map { pad($0.0, $0.1.isNumber, to: $1) }
            return trimmed("  " + padded.joined(separator: "  "))
        }
    }

    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.indices.map { column in
            rows.map { $0[column].count }.reduce(columns[column].title.count, max)
        }
        guard let limit else { return widths }
        // The widest of those that may shrink loses a character at a time.
        while widths.reduce(0, +) + 2 * widths.count > limit {
            let candidates = columns.indices.filter { columns[$0].mayShrink && widths[$0] > 8 }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func pad(_ text: String, _ isNumber: Bool, to width: Int) -> String {
        let text = text.count > width ? text.prefix(width - 1) + "…" : text[...]
        let space = String(repeating: " ", count: width - text.count)
        return isNumber ? space + text : text + space
    }

    private func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line = line.dropLast() }
        return String(line)
    }
}
