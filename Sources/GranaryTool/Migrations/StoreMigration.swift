package import Granary

/// The migration of the stores of a configuration, one after the other: examines all of them before it changes any.
package struct StoreMigration: Sendable {
    /// The kind of run.
    enum Work: Sendable {
        case foresee, rehearse, migrate
    }

    let schema: Schema
    /// The stores, in their order.
    package let stores: [PlacedStore]
    let consents: [String]
    let progress: Progress

    /// Prepares the migration of some stores; `consents` are the steps that may lose data.
    package init(schema: Schema, stores: [PlacedStore], consents: [String], progress: Progress) {
        self.schema = schema
        self.stores = stores
        self.consents = consents
        self.progress = progress
    }

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
        try await progress.during("Looking at \(store.label)") { foreseen(store) }
    }

    /// What would be done with a store; an error becomes a part of the report.
    ///
    /// It blocks. Rows are counted unless `countingRows` is false, which takes no longer for a large store than for a small one.
    package func foreseen(_ store: PlacedStore, countingRows: Bool = true) -> MigrationReport {
        if !store.backend.capabilities.contains(.persistent) { return MigrationReport(store, .memory) }
        if store.configuration.isReadOnly { return MigrationReport(store, .readOnly) }
        guard store.backend is any MigratingBackend.Type else { return MigrationReport(store, .unsupported) }
        var report = MigrationReport(store, .absent)
        do {
            let migrator = try store.migrator(to: schema, consents: consents)
            if let forecast = try migrator.forecast(countingRows: countingRows) {
                report.foresee(forecast, consents: store.configuration.consents.union(consents))
                // Nothing is expected of rows that were not counted.
                if !countingRows { report.expectedSeconds = nil }
            }
        } catch {
            report.fail(error)
        }
        return report
    }

    private func carryOut(
        _ work: Work, _ store: PlacedStore, _ report: MigrationReport
    ) async -> MigrationReport {
        let title = "\(work == .rehearse ? "Rehearsing" : "Migrating") \(store.label)"
        let rows = RowCount()
        do {
            return try await InterruptSignal.during(rows.interrupt) {
                try await progress.during(title, expecting: report.expectedSeconds, counting: rows) {
                    work == .rehearse
                        ? rehearsed(store, report, rows) : migrated(store, report, counting: rows)
                }
            }
        } catch {
            // No thread was to be had.
            var report = report
            report.fail(error)
            return report
        }
    }

    private func rehearsed(
        _ store: PlacedStore, _ report: MigrationReport, _ rows: RowCount
    ) -> MigrationReport {
        var report = report
        do {
            let migrator = try store.migrator(to: schema, consents: consents)
            guard let rehearsal = try migrator.rehearse(progress: rows.note) else {
                return MigrationReport(store, .absent)
            }
            (report.state, report.seconds) = (.rehearsed, rehearsal.seconds)
            report.rowsAfterwards = rehearsal.rows
        } catch {
            report.fail(error)
        }
        return report
    }

    /// Migrates a store that would be, and completes the report; an error becomes a part of it.
    ///
    /// It blocks.
    package func migrated(
        _ store: PlacedStore, _ report: MigrationReport, counting rows: RowCount
    ) -> MigrationReport {
        var report = report
        do {
            let kept = try store.kept()
            let begin = ContinuousClock.now
            try store.migrator(to: schema, consents: consents).migrate(progress: rows.note)
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
