internal import GranaryStore

/// Estimates the number of rows of a path by reading the first few of them.
struct PathEstimate {
    private let view: ReadView

    /// The number of entries to read; a path with more is estimated by its form.
    static let sample = 64

    init(_ view: ReadView) { self.view = view }

    /// The approximate number of rows of a path; exact for few.
    func rows(_ path: AccessPath, of table: TableLayout) throws -> Double {
        if isUnique(path, of: table) { return Double(path.ranges.count) }
        let scan = EntryScan(view, path.ranges)
        defer { scan.close() }
        var count = 0
        while count < Self.sample, try scan.next() { count += 1 }
        // Engines do not count entries, so beyond the sample only the form of the path is known.
        return count < Self.sample ? Double(count) : guess(path)
    }

    /// Whether each range has at most one row.
    private func isUnique(_ path: AccessPath, of table: TableLayout) -> Bool {
        path.isOneValue && (path.order == 0 || table.indexes[path.order - 1].isUnique)
            && path.isOneRange && !hasNull(path.ranges[0].lower, behind: table.prefix(of: path.order).count)
    }

    /// Whether one of the values that begin the keys of a range is null, which many rows may have.
    private func hasNull(_ key: [UInt8], behind count: Int) -> Bool {
        key.withUnsafeBytes { key in
            var rest = key.from(count)
            while let tag = rest.first, let length = KeyElement.length(rest) {
                if tag == KeyTag.null { return true }
                rest = rest.from(length)
            }
            return false
        }
    }

    /// The number of rows assumed for a path with many: each column with a single value leaves a hundredth, several
    /// ranges a fiftieth, and bounds a tenth.
    private func guess(_ path: AccessPath) -> Double {
        if path.isEverything { return 1_000_000 }
        var rows = 1_000_000.0
        for _ in path.fixedColumns { rows /= 100 }
        if path.fixedColumns.isEmpty { rows /= path.ranges.count > 1 ? 50 : 10 }
        return max(rows, Double(Self.sample))
    }
}
