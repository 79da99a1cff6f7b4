import Granary

/// The reports on migrations, for people.
package struct MigrationListing {
    let reports: [MigrationReport]
    let width: Int

    /// Lists reports for a screen.
    package init(reports: [MigrationReport], width: Int) {
        self.reports = reports
        self.width = width
    }

    /// A paragraph or more for each store.
    var text: String {
        reports.isEmpty ? "The configuration has no stores." : reports.map(text).joined(separator: "\n\n")
    }

    private func text(_ report: MigrationReport) -> String {
        let name = report.configurations.joined(separator: ", ")
        let head = Screen.clean(
            "\(name) (\([report.type, report.place].compactMap { $0 }.joined(separator: ", ")))")
        return ([head, Self.sentence(report)] + details(report)).joined(separator: "\n")
    }

    /// What became of a store, behind its name.
    package static func sentence(_ report: MigrationReport) -> String {
        switch report.state {
        case .current: "holds the program's models; there is nothing to do."
        case .absent: "does not exist yet; opening it makes it."
        case .memory: "is not kept; it begins empty."
        case .readOnly: "is for reading only and was left as it is."
        case .unsupported: "is left as it is: its backend does not migrate stores."
        case .pending: "would be migrated; nothing was changed."
        case .refused: "cannot follow; nothing was changed."
        case .rehearsed: "was migrated on a copy in \(time(report.seconds)); the copy is gone."
        case .migrated: "was migrated in \(time(report.seconds))."
        case .failed: "could not be migrated."
        }
    }

    private static func time(_ seconds: Double?) -> String {
        let tenths = Int((min(seconds ?? 0, 1e9) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// The lines below that sentence.
    package func details(_ report: MigrationReport) -> [String] {
        var lines: [String] = []
        if let reason = report.error?.message ?? report.refusal {
            lines.append(Screen.clean(reason))
            lines += report.missingConsents.map { Screen.clean("To agree: --consent '\($0)'") }
        } else if !report.steps.isEmpty {
            lines += ["", StepReport.table(report.steps, width: width), ""]
        }
        if report.versions.count > 2 || report.runsCode {
            lines.append("Versions: \(report.versions.map(ByteText.short).joined(separator: " → "))")
        }
        lines += report.dataMigrations.map { Screen.clean("Changes data: “\($0)”") }
        if report.runsCode { lines.append("Code runs on a copy, which then takes the store's place.") }
        if !report.rows.isEmpty { lines.append("Rows concerned: \(Self.counts(report.rows))") }
        if !report.locked.isEmpty, report.state == .pending {
            lines.append("Locked meanwhile: \(Screen.clean(report.locked.joined(separator: ", ")))")
        }
        if let seconds = report.expectedSeconds, report.state == .pending {
            lines.append(
                "Expected time: \(seconds < 1 ? "less than a second" : "about \(Self.time(seconds))")")
        }
        if let rows = report.rowsAfterwards, !rows.isEmpty {
            lines.append("Rows afterwards: \(Self.counts(rows))")
        }
        for place in report.kept ?? [] { lines.append(Screen.clean("Put aside before: \(place)")) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func counts(_ rows: [String: Int]) -> String {
        Screen.clean(rows.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
}
