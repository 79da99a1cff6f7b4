import Granary

/// A day of work, with durations and times of a day.
@Model final class Workday {
    var id: Int
    @Attribute(.indexed) var begins: TimeOfDay
    var length: Duration
    var pause: Duration?
    var lunch: TimeOfDay?
}
