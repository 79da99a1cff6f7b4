import Granary
import Synchronization

/// A migration whose connection is lost leaves the old version of the store or the new one, and succeeds the next time.
///
/// They apply to backends whose harness has a ``ConformanceNetwork``.
enum LostMigrationPromises: PromiseList {
    static let category = ConformanceCategory.connections

    static var promises: [ConformancePromise] {
        [
            loses(
                "A migration by a plan whose connection is lost at any report leaves either version, and succeeds later",
                byCode: false
            ) { $0.cut() },
            loses(
                "A migration by a plan whose server becomes unreachable at any report leaves either version, and succeeds later",
                byCode: false
            ) { $0.stop() },
            loses(
                "A migration with code whose connection is lost at any report leaves either version, and succeeds later",
                byCode: true
            ) { $0.cut() },
        ]
    }

    /// Enough for reports between the first row and the last.
    private static let count: Int64 = 1_100

    /// A promise about migrations that are cut short one after the other, each at a later report.
    private static func loses(
        _ name: String, byCode: Bool, _ fault: @escaping @Sendable (ConnectionProxy) -> Void
    ) -> ConformancePromise {
        promise(name, needs: CodedMigrationPromises.needs, .united) { bench in
            let things = MigratedThings(bench.harness, count: count)
            let place = ConformancePlace(directory: bench.directory, store: "lost")
            let configuration = try things.configuration("Thing", place)
            try things.fill(place)
            var report = 0
            var isOver = false
            while !isOver {
                report += 1
                let number = report
                try await bench.withProxy { proxy, _ in
                    let (isCut, error) = try cutShort(bench, proxy, place, byCode, at: number, fault)
                    let isNew = try things.isNew(place, .init(byCode: byCode), "report \(number)")
                    try expect(
                        error.map { $0.code == .unavailable } ?? isNew, "report \(number): \(error as Any)")
                    isOver = !isCut
                    guard isNew, isCut else { return }
                    try bench.harness.backend.type.destroy(configuration)
                    try things.fill(place)
                }
            }
            try things.migrate(place, .init(byCode: byCode))
            try expect(things.isNew(place, .init(byCode: byCode), "at the end"), "the store is not migrated")
            try expectNothingBeside(things, configuration, bench, byCode)
            try bench.harness.backend.type.destroy(configuration)
        }
    }

    /// Migrates through a proxy that has a fault at a report; whether it came to that report, and the error.
    private static func cutShort(
        _ bench: ConformanceBench, _ proxy: ConnectionProxy, _ place: ConformancePlace, _ byCode: Bool,
        at number: Int, _ fault: @escaping @Sendable (ConnectionProxy) -> Void
    ) throws -> (isCut: Bool, error: GranaryError?) {
        let network = try unwrap(bench.harness.network, "a network of the harness")
        let harness = ConformanceHarness(bench.harness.backend) { name, place in
            network.through(try bench.harness.placement(name, place), proxy.port)
        }
        let reports = Mutex(0)
        do {
            try MigratedThings(harness, count: count).migrate(place, .init(byCode: byCode)) { progress in
                // The last report comes when the migration is complete.
                if progress.stagesDone == progress.stages { return }
                let isHere = reports.withLock { reports in
                    reports += 1
                    return reports == number
                }
                if isHere { fault(proxy) }
            }
            return (reports.withLock { $0 } >= number, nil)
        } catch let error as GranaryError {
            return (reports.withLock { $0 } >= number, error)
        }
    }

    /// Expects no copy of the store to be left.
    ///
    /// A server may find only later that the process which held a working copy is gone; the copy goes when another one
    /// is made.
    private static func expectNothingBeside(
        _ things: MigratedThings, _ configuration: StoreConfiguration, _ bench: ConformanceBench,
        _ byCode: Bool
    ) throws {
        let migrator = try Migrator(
            things.new(.init(byCode: byCode)), configuration, backends: [bench.harness.backend])
        try expectEqual(try migrator.kept(), [], "what was put aside")
        let deadline = Deadline(millisecondsFromNow: 20_000)
        while try !bench.harness.movedAside(configuration).isEmpty {
            try expect(!deadline.isPast, "copies of the store are left")
            _ = try migrator.rehearse()
        }
    }
}
