package import WorkshopModels

/// What can be booked.
package struct Offer: Sendable {
    /// The days with a free stand, the first first.
    package let days: [Day.Snapshot]
    /// The price list.
    package let works: [Work.Snapshot]
}
