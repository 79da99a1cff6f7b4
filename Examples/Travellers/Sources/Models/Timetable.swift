import Granary

/// A line of a timetable that the server has given a traveller; it can be asked for again.
@Model final class Timetable {
    @Attribute(.primaryKey) var line: String

    init(_ line: String) { self.line = line }
}
