/// A line of a board: a departure for display.
struct BoardRow: Hashable, Sendable {
    /// The flight, such as `B6 371`.
    let flight: String
    /// The code of the airport it goes to.
    let destination: String
    /// When it is meant to leave, such as `06:30`.
    let time: String
    /// The remark about it.
    let remark: String

    /// Makes the line of a departure.
    init(_ departure: Departure) {
        flight = "\(departure.carrier) \(departure.number)"
        destination = departure.destination
        time = ClockTime.text(departure.scheduled)
        remark = Self.remark(
            expected: departure.expected, delay: departure.delay, isCancelled: departure.isCancelled)
    }

    /// The remark about a departure.
    static func remark(expected: Int, delay: Int, isCancelled: Bool) -> String {
        if isCancelled { return "cancelled" }
        return delay == 0 ? "on time" : "expected \(ClockTime.text(expected))"
    }
}
