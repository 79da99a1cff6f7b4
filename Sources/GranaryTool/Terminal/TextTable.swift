import Granary

/// Rows of cells under aligned columns, at most 80 columns wide where its cells can be broken.
package struct TextTable {
    /// The heading of each column; empty for a table without headings.
    var headings: [String] = []
    /// The rows; each has as many cells as the first.
    package var rows: [[String]] = []
    /// The width that a column is broken at, by its position; other columns are as wide as they need to be.
    var limits: [Int: Int] = [:]
    /// Whether a word that is longer than its column is broken too, such as a path.
    var breaksWords = false

    /// Makes a table.
    package init(headings: [String] = [], rows: [[String]] = [], limits: [Int: Int] = [:]) {
        self.headings = headings
        self.rows = rows
        self.limits = limits
    }

    /// The same with its last column broken so that lines have at most some characters, where that leaves it room.
    package func fitting(_ width: Int) -> TextTable {
        guard let last = rows.first?.indices.last, last > 0 else { return self }
        let others = (0..<last).map { column in
            let cells = (headings.isEmpty ? [] : [headings]) + rows
            return min(limits[column] ?? .max, cells.map { $0[column].count }.max() ?? 0) + 2
        }
        var table = self
        table.limits[last] = max(20, width - others.reduce(0, +))
        return table
    }

    /// The table as lines, without spaces at their ends and without control characters.
    package var text: String {
        let all = ((headings.isEmpty ? [] : [headings]) + rows).map { $0.map { ShownText.clean($0) } }
        let broken = all.map { row in row.enumerated().map { wrap($1, to: limits[$0]) } }
        let widths = (0..<(all.first?.count ?? 0)).map { column in
            broken.compactMap { $0.indices.contains(column) ? $0[column].map(\.count).max() : nil }.max() ?? 0
        }
        return broken.flatMap { lines($0, widths) }.joined(separator: "\n")
    }

    private func lines(_ cells: [[String]], _ widths: [Int]) -> [String] {
        (0..<(cells.map(\.count).max() ?? 0)).map { line in
            let parts = zip(cells, widths).map { cell, width in
                let part = line < cell.count ? cell[line] : ""
                return part + String(repeating: " ", count: max(0, width - part.count))
            }
            let text = parts.joined(separator: "  ")
            return String(
                String.UnicodeScalarView(text.unicodeScalars.reversed().drop { $0 == " " }.reversed()))
        }
    }

    private func wrap(_ text: String, to limit: Int?) -> [String] {
        guard let limit, text.count > limit else { return [text] }
        var lines = [""]
        for word in text.parts(between: " ") where !word.isEmpty {
            let pieces = breaksWords ? Self.pieces(of: word, limit) : [word]
            guard let first = pieces.first else { continue }
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = first
            } else if last.count + 1 + first.count <= limit {
                lines[lines.count - 1] = "\(last) \(first)"
            } else {
                lines.append(first)
            }
            lines += pieces.dropFirst()
        }
        return lines
    }

    /// A word in pieces of a length, each but the last ended after a sign between names where it has one.
    private static func pieces(of word: String, _ limit: Int) -> [String] {
        var (rest, pieces) = (Substring(word), [String]())
        while rest.count > limit {
            let head = rest.prefix(limit)
            let sign = head.lastIndex { $0 == "/" || $0 == "_" || $0 == "-" || $0 == "." }
            let end = sign.map { head.index(after: $0) } ?? head.endIndex
            pieces.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return pieces + [String(rest)]
    }
}
