internal import ArgumentParser
internal import Lifetime
internal import Workload

/// Carries out a migration with code in a separate process and prints by how many bytes its memory grew at most.
struct MeasureLifetimePeak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifetime-peak", abstract: "Measure the memory of a migration; used by `lifetime`.",
        shouldDisplay: false)

    @Argument var engine: Engine
    @Argument(help: "The directory of the store, or the URL of its database.") var place: String
    @Argument(help: "The same for a store of a few rows, which is made first.") var smallPlace: String

    func run() async throws {
        let start = Start()
        let migration = CodedMigrationMemory(engine: engine, place: place, smallPlace: smallPlace)
        try await migration.run {
            start.bytes = try ProcessMemory.begin()
            start.ofNoFile = try PrivateMemory()
        }
        print(start.ofNoFile?.end() ?? 0, try ProcessMemory.peak() - start.bytes)
    }

    /// The resident memory when the migration begins.
    private final class Start {
        var bytes = 0
        var ofNoFile: PrivateMemory?
    }

    /// Makes a store, and migrates it in another process; the bytes by which that grew, without and with mapped files.
    static func measure(
        _ engine: Engine, rows: Int, in stores: TicketStores
    ) async throws -> (ofNoFile: Int, resident: Int) {
        let migration = try await CodedMigrationMemory(engine, rows: rows, in: stores)
        let found = try ProcessMemory.allMeasured(
            by: ["lifetime-peak", engine.rawValue, migration.place, migration.smallPlace],
            "the migration on \(engine.title)")
        try migration.remove(from: stores)
        guard found.count == 2 else { throw WorkloadError("measuring memory failed: \(engine.title)") }
        return (found[0], found[1])
    }
}
