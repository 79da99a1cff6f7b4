import Granary

extension MigrationReport {
    /// Reports on stores of many accounts, put together where they say the same, with how many say it.
    package static func groups(_ reports: [MigrationReport]) -> [(report: MigrationReport, count: Int)] {
        var groups: [(kind: MigrationReport, report: MigrationReport, count: Int)] = []
        for report in reports {
            let kind = report.withoutNumbers
            if let found = groups.firstIndex(where: { $0.kind == kind }) {
                groups[found].report.add(report)
                groups[found].count += 1
            } else {
                var first = report
                first.place = nil
                groups.append((kind, first, 1))
            }
        }
        return groups.map { ($0.report, $0.count) }
    }

    /// The same without what differs between stores of which the same is to be said.
    private var withoutNumbers: MigrationReport {
        var report = self
        (report.place, report.rows, report.expectedSeconds) = (nil, [:], nil)
        (report.seconds, report.rowsAfterwards, report.kept) = (nil, nil, nil)
        return report
    }

    /// Adds the numbers of another one.
    private mutating func add(_ other: MigrationReport) {
        rows.merge(other.rows, uniquingKeysWith: +)
        if let more = other.expectedSeconds { expectedSeconds = (expectedSeconds ?? 0) + more }
        if let more = other.seconds { seconds = (seconds ?? 0) + more }
        if let more = other.kept { kept = (kept ?? []) + more }
    }
}
