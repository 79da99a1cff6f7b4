import Granary

extension Departure {
    /// Every departure of a day.
    static func all(on day: Day) -> Query<Departure> {
        let date = day.date
        return Departure.where { $0.day == date }
    }

    /// The departures that are next at an airport, as its board shows them.
    ///
    /// Condition and order use only attributes of the model, so a live query evaluates them from the values that saves
    /// report. It asks the store again only when too few of the departures that it knows are left to fill the board.
    static func next(_ count: Int, from airport: String, on day: Day) -> Query<Departure> {
        all(on: day).where { $0.origin == airport && !$0.isOver }
            .sorted { ($0.scheduled + $0.delay).ascending }
            .limit(count)
    }
}
