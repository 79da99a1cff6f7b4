package import WorkshopModels

/// Some bookings, the newest first.
package struct BookingPage: Sendable {
    /// The bookings.
    package let bookings: [Booking.Snapshot]
    /// The cursor of the next page; `nil` on the last one.
    package let next: String?
}
