/// Rows of texts, as aligned text or Markdown; the first column is left-aligned, the others right-aligned.
struct Table {
    private var rows: [[String]]

    init(header: [String]) { rows = [header] }

    /// Adds a row.
    mutating func add(_ row: [String]) { rows.append(row) }

    private var widths: [Int] {
        rows.reduce(into: rows[0].map { _ in 0 }) { widths, row in
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) }
        }
    }

    private func cells(_ row: [String]) -> [String] {
        zip(row, widths).enumerated().map { index, pair in
            let padding = String(repeating: " ", count: pair.1 - pair.0.count)
            return index == 0 ? pair.0 + padding : padding + pair.0
        }
    }

    /// Aligned text.
    var text: String { rows.map { cells($0).joined(separator: "  ") }.joined(separator: "\n") }

    /// A Markdown table.
    var markdown: String {
        var lines = rows.map { "| " + cells($0).joined(separator: " | ") + " |" }
        let rule = widths.enumerated().map {
            $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
        }
        lines.insert("| " + rule.joined(separator: " | ") + " |", at: 1)
        return lines.joined(separator: "\n")
    }
}
