import Granary

/// The stores of a configuration for people: a table that fits the screen, then the details that do not fit a table.
package struct StoreListing {
    let reports: [StoreReport]
    /// Whether the files of each store are listed.
    var showsFiles = false
    let width: Int

    /// Lists reports for a screen; `showsFiles` says whether with the files of each store.
    package init(reports: [StoreReport], showsFiles: Bool = false, width: Int) {
        self.reports = reports
        self.showsFiles = showsFiles
        self.width = width
    }

    /// The tables, then errors and the copies put aside.
    package var text: String {
        if reports.isEmpty { return "The configuration has no stores." }
        return ([table, places] + reports.flatMap(details)).joined(separator: "\n\n")
    }

    private var table: String {
        var table = TextTable(
            headings: ["Store", "Type", "State", "Size", "Format", "Version", "Held by"], limits: [0: 24])
        table.rows = reports.map { report in
            [
                name(report), report.type, report.state.rawValue, report.size.map(ByteText.of) ?? "–",
                report.formatVersion.map { "\($0)" } ?? "–", report.fingerprint.map(ByteText.short) ?? "–",
                holders(report),
            ]
        }
        return table.fitting(width).text
    }

    private var places: String {
        var table = TextTable(headings: ["Store", "Place"], limits: [0: 24])
        table.rows = reports.map { [name($0), $0.place ?? "–"] }
        return table.fitting(width).text
    }

    private func name(_ report: StoreReport) -> String { report.configurations.joined(separator: ", ") }

    private func holders(_ report: StoreReport) -> String {
        let holders = report.holders ?? []
        return holders.isEmpty ? "–" : holders.map { "\($0)" }.joined(separator: ", ")
    }

    private func details(_ report: StoreReport) -> [String] {
        var parts: [String] = []
        if let error = report.error { parts.append("\(name(report)): \(Screen.clean(error.message))") }
        if showsFiles, let files = report.files, !files.isEmpty {
            var table = TextTable(headings: ["File of \(name(report))", "Size", ""])
            table.rows = files.map { [$0.path, ByteText.of($0.size), $0.isSideFile ? "side file" : ""] }
            parts.append(table.text)
        }
        if let kept = report.kept, !kept.isEmpty {
            parts.append(
                (["Put aside from \(name(report)):"] + kept.map { "  \(Screen.clean($0))" })
                    .joined(separator: "\n"))
        }
        return parts
    }
}
