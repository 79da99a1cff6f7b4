import Granary

/// Stores new data about the flights, in its own context on its own thread.
///
/// If others have changed the same property, its save writes the imported value.
actor Importer {
    private let executor = ContextExecutor(name: "board-importer")
    private let context: Context
    private let day: Day

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ stack: PersistentStack, _ day: Day) throws {
        context = try stack.importerContext()
        self.day = day
    }

    /// Whether there are departures of the day.
    func hasDay() throws -> Bool { try context.exists(Departure.all(on: day)) }

    /// Makes the stored departures of the day equal to a list, and nothing else.
    ///
    /// Rows that are equal already are not written.
    func store(_ departures: [Departure.Snapshot]) throws {
        try context.reconcile(Departure.all(on: day), with: departures)
        try context.save()
    }

    /// Stores in one save the data known when an hour begins: which departures are over, and how late those of this
    /// hour leave.
    func play(hour: Int, of actual: [Departure.Key: Departure.Snapshot]) throws {
        let (begin, end) = (hour * 60, hour * 60 + 60)
        let open = Departure.all(on: day).where { !$0.isOver && $0.scheduled < end }
        for departure in try context.fetch(open) {
            if departure.scheduled < begin {
                departure.isOver = departure.isCancelled || departure.expected < begin
            } else if let known = actual[departure.objectKey] {
                (departure.delay, departure.isCancelled) = (known.delay, known.isCancelled)
            }
        }
        try context.save()
    }
}
