public import Granary

/// A day of the workshop, with as many bicycles as there are stands.
@Model public final class Day {
    /// The date, such as 2027-03-01.
    @Attribute(.primaryKey, .pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}")) public var date: String
    /// How many bicycles can be repaired.
    @Attribute(.range(1...99)) public var stands: Int
    /// How many stands are taken.
    @Attribute(.range(0...)) public var taken: Int = 0
    /// The bookings of the day.
    @Relationship(inverse: \Booking.day, onDelete: .deny) public var bookings: ToMany<Booking>
}

extension Day: ValidatedModel {
    /// A day with more bicycles than stands is refused, whoever saves it and however often that was repeated.
    public func validate(for change: ModelChange) -> [RuleFailure] {
        if change == .delete || taken <= stands { return [] }
        return [RuleFailure("day.full", of: \Day.taken, \Day.stands)]
    }
}
