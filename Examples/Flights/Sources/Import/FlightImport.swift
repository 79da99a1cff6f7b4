import Granary

/// Stores the flights of a file that are not stored yet, some thousand in each save.
struct FlightImport {
    /// How many flights are saved at once.
    static let batchSize = 5_000

    let context: Context
    let progress: any ImportProgress
    let dataset: Dataset
    /// How many flights were new.
    private(set) var rows = 0
    /// Whether some flights may be stored already, by an import that was interrupted or of another file.
    private let mayOverlap: Bool

    init(_ dataset: Dataset, into context: Context, _ progress: any ImportProgress) throws {
        self.dataset = dataset
        self.context = context
        self.progress = progress
        mayOverlap = try context.exists(Flight.all)
    }

    /// Reads and saves everything; the last save records that the data are complete.
    ///
    /// - Throws: ``DataError`` for a row that cannot be read, and any error from saving.
    mutating func run(_ reader: FlightReader) throws {
        var reader = reader
        var batch: [Flight] = []
        var read = 0
        while let flight = try reader.next() {
            batch.append(flight)
            read += 1
            if batch.count == Self.batchSize {
                try insert(batch)
                try context.save()
                batch.removeAll(keepingCapacity: true)
                progress.advance(to: read)
            }
        }
        try insert(batch)
        dataset.isComplete = true
        try context.save()
        progress.advance(to: read)
    }

    private mutating func insert(_ batch: [Flight]) throws {
        let stored = try keysStored(around: batch)
        for flight in batch where !stored.contains(flight.objectKey) {
            try context.insert(flight)
            rows += 1
        }
    }

    /// The keys of stored flights on the days of a batch, in one request.
    private func keysStored(around batch: [Flight]) throws -> Set<Flight.Key> {
        guard mayOverlap, let first = batch.map(\.day).min(), let last = batch.map(\.day).max() else {
            return []
        }
        let keys = try context.select(Flight.where { $0.day >= first && $0.day <= last }) {
            ($0.day, $0.carrier, $0.number, $0.originCode, $0.scheduledDeparture)
        }
        return Set(
            keys.map { day, carrier, number, origin, departure in
                Flight.Key(
                    day: day, carrier: carrier, number: number, originCode: origin,
                    scheduledDeparture: departure)
            })
    }
}
