import Granary

/// The migration of the stores of a configuration, one after the other: examines all of them before it changes any.
struct StoreMigration {
    /// The kind of run.
    enum Work: Sendable {
        case foresee, rehearse, migrate
    }

    let schema: Schema
    let stores: [PlacedStore]
    let consents: [String]
    let progress: Progress

    /// Does the work; an error of a store becomes a part of its report.
    ///
    /// No store is changed if one of them is refused or cannot be examined. After a failure the later stores are left
    /// unchanged.
    func run(_ work: Work) async throws -> [MigrationReport] {
        var reports: [MigrationReport] = []
        for store in stores { reports.append(try await foresee(store)) }
        if work == .foresee { return reports }
        if work == .migrate, reports.contains(where: { $0.ending > .changes }) { return reports }
        for position in stores.indices where reports[position].state == .pending {
            reports[position] = await carryOut(work, stores[position], reports[position])
            if reports[position].state == .failed || reports[position].state == .refused { break }
        }
        return reports
    }

    private func foresee(_ store: PlacedStore) async throws -> MigrationReport {
        if !store.backend.capabilities.contains(.persistent) { return MigrationReport(store, .memory) }
        if store.configuration.isReadOnly { return MigrationReport(store, .readOnly) }
        guard store.backend is any MigratingBackend.Type else { return MigrationReport(store, .unsupported) }
        let (schema, consents) = (schema, consents)
        return try await progress.during("Looking at \(store.label)") {
            var report = MigrationReport(store, .absent)
            do {
                if let forecast = try store.migrator(to: schema, consents: consents).forecast() {
                    report.foresee(forecast, consents: store.configuration.consents.union(consents))
                }
            } catch {
                report.fail(error)
            }
            return report
        }
    }

    private func carryOut(
        _ work: Work, _ store: PlacedStore, _ report: MigrationReport
    ) async -> MigrationReport {
        let title = "\(work == .rehearse ? "Rehearsing" : "Migrating") \(store.label)"
        var report = report
        do {
            let migrator = try store.migrator(to: schema, consents: consents)
            let expected = report.expectedSeconds
            let rows = RowCount()
            if work == .rehearse {
                let rehearsal = try await InterruptSignal.during(rows.interrupt) {
                    try await progress.during(title, expecting: expected, counting: rows) {
                        try migrator.rehearse(progress: rows.note)
                    }
                }
                guard let rehearsal else { return MigrationReport(store, .absent) }
                (report.state, report.seconds) = (.rehearsed, rehearsal.seconds)
                report.rowsAfterwards = rehearsal.rows
                return report
            }
            let kept = try store.kept()
            let begin = ContinuousClock.now
            try await InterruptSignal.during(rows.interrupt) {
                try await progress.during(title, expecting: expected, counting: rows) {
                    try migrator.migrate(progress: rows.note)
                }
            }
            report.seconds = begin.duration(to: .now) / .seconds(1)
            report.state = .migrated
            let added = try store.kept().filter { !kept.contains($0) }
            report.kept = added.isEmpty ? nil : try added.compactMap { try store.backend.location(of: $0) }
        } catch {
            report.fail(error)
        }
        return report
    }
}
