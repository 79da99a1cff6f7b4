import FoundationEssentials
import WorkshopModels

/// Bookings as the rows of a table.
struct BookingRows {
    let bookings: [Booking.Snapshot]

    /// The rows, in one line: an event that is sent to a browser ends with its line.
    var html: HTML { "\(bookings.map(row))" }

    private func row(_ booking: Booking.Snapshot) -> HTML {
        let move: HTML =
            booking.stage.next.map { next in
                """
                <form method="post" action="/bookings/\(booking.id.uuidString)/stage">\
                <button name="from" value="\(booking.stage.rawValue)">\(next.rawValue)</button></form>
                """
            } ?? ""
        return """
            <tr><td>\(booking.day ?? "")<td><a href="/bookings/\(booking.id.uuidString)">\(booking.bicycle)</a>\
            <td>\(booking.work ?? "")<td>\(booking.stage.rawValue)<td>\(move)
            """
    }
}
