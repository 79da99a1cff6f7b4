import FoundationEssentials
import Granary

/// Makes sure that the stores hold the data that questions are asked about.
struct Importer: Sendable {
    let stack: PersistentStack
    let progress: any ImportProgress

    /// The imported data.
    struct Outcome: Sendable {
        /// How many rows were stored, of all models.
        var rows = 0
        /// How many of them are flights.
        var flights = 0
        /// How many seconds it took.
        var seconds = 0.0
    }

    /// Imports the data of a folder unless they are already stored, and resumes an interrupted import of January.
    ///
    /// Without a folder, any data that are stored completely are enough; without such, it is January.
    ///
    /// - Returns: The imported data; nothing if everything was already stored.
    /// - Throws: ``DataError`` when data cannot be read, or an import of other data was interrupted and must be
    ///   finished first; any error from saving.
    func run(_ folder: DataFolder?) async throws -> Outcome {
        var outcome = Outcome()
        while let next = try await needed(folder) {
            let more = try await load(next)
            outcome.rows += more.rows
            outcome.flights += more.flights
            outcome.seconds += more.seconds
        }
        try await restoreReference(folder)
        return outcome
    }

    /// The next folder to import, if any; after it has been, there may be another.
    private func needed(_ folder: DataFolder?) async throws -> DataFolder? {
        let stored = try await stack.perform { context in try context.fetch(Dataset.all).map(\.snapshot) }
        if let folder {
            let wanted = try folder.file("flights.csv").identifier
            if !stored.contains(where: { $0.identifier == wanted && $0.isComplete }) { return folder }
        }
        if stored.isEmpty { return try .january() }
        guard let interrupted = stored.first(where: { !$0.isComplete }) else { return nil }
        let january = try DataFolder.january()
        if try january.file("flights.csv").identifier == interrupted.identifier { return january }
        throw DataError(
            interrupted.source,
            "The import of these \(interrupted.flights) flights was interrupted; go on with `--data`, or begin again after `flights reset`."
        )
    }

    /// Reads airlines, airports and planes again where only the flights were kept.
    private func restoreReference(_ folder: DataFolder?) async throws {
        try await stack.perform(.importer) { context in
            if try context.exists(Airline.all) { return }
            var reference = ReferenceImport(try folder ?? .january(), into: context)
            _ = try reference.run()
        }
    }

    private func load(_ folder: DataFolder) async throws -> Outcome {
        let progress = progress
        defer { progress.end() }
        return try await stack.perform(.importer) { context in
            let clock = ContinuousClock()
            let began = clock.now
            let started = Date.now
            var reference = ReferenceImport(folder, into: context)
            let known = try reference.run()

            let file = try folder.file("flights.csv")
            let reader = try FlightReader(file, known)
            progress.begin("Importing \(folder.title)", rows: reader.count)
            let dataset = try Self.dataset(file, folder, reader, in: context)
            var flights = try FlightImport(dataset, into: context, progress)
            try flights.run(reader)

            let rows = reference.rows + flights.rows
            let seconds = (clock.now - began) / .seconds(1)
            if rows > 0 {
                try context.insert(
                    ImportRun(source: folder.title, started: started, rows: rows, seconds: seconds))
                try context.save()
            }
            return Outcome(rows: rows, flights: flights.rows, seconds: seconds)
        }
    }

    private static func dataset(
        _ file: DataFile, _ folder: DataFolder, _ reader: FlightReader, in context: Context
    ) throws -> Dataset {
        if let present = try context.object(Dataset.self, file.identifier) { return present }
        let dataset = Dataset(
            identifier: file.identifier, source: folder.title, flights: reader.count, isComplete: false)
        try context.insert(dataset)
        return dataset
    }
}
