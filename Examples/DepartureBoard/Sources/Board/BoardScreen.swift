import Flights

/// A board as a table of at most 80 columns.
struct BoardScreen {
    /// The code of the airport.
    let airport: String
    /// The day.
    let day: Day
    /// The names of airports by their codes.
    let names: [String: String]
    /// The columns of the terminal; `nil` where there is none.
    let width: Int?

    /// The text of the board, at some time of the day if that is known; in a terminal it takes the place of the former
    /// one.
    func text(_ rows: [BoardRow], at minutes: Int? = nil) -> String {
        var table = Table(.text("Time"), .text("Flight"), .text("To", mayShrink: true), .text("Remark"))
        for row in rows {
            table.add(row.time, row.flight, names[row.destination] ?? row.destination, row.remark)
        }
        let clock = minutes.map { ", \(ClockTime.text($0))" } ?? ""
        var lines = ["", "  Departures from \(names[airport] ?? airport), \(day)\(clock)", ""]
        lines += table.lines(width: min(width ?? 80, 80))
        if rows.isEmpty { lines.append("  There are no more departures today.") }
        lines = lines.map { String($0.prefix(min(width ?? 80, 80))) }
        return (width == nil ? "" : "\u{1B}[H\u{1B}[J") + lines.joined(separator: "\n")
    }
}
