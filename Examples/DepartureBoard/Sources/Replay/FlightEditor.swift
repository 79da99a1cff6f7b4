import Granary

/// Edits one flight apart from the main context; its changes can be undone.
@MainActor struct FlightEditor {
    private let context: Context
    private let departure: Departure

    /// Begins to edit a flight.
    ///
    /// - Throws: ``BoardError`` for a flight that does not exist; any error from reading it.
    init(_ stack: PersistentStack, _ flight: ObjectID<Departure>) throws {
        context = try stack.editorContext()
        guard let departure = try context.object(flight) else { throw BoardError.noFlight(flight.key) }
        self.departure = departure
        context.history.levels = 10
    }

    /// The line of the flight as the editor sees it.
    var row: BoardRow { BoardRow(departure) }

    /// Delays the flight, on top of the delay it has.
    func delay(by minutes: Int) throws {
        context.history.step { departure.delay += minutes }
    }

    /// Takes the last step back.
    func undo() throws { try context.history.undo() }

    /// Saves into the main context, and with it to the store.
    func save() throws { try context.save() }
}
