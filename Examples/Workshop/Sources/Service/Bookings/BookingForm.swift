import FoundationEssentials
package import Granary
package import WorkshopModels

/// What somebody has written into the form of a booking.
package struct BookingForm: Codable, Sendable {
    /// The name.
    package var name = ""
    /// The address for letters.
    package var email = ""
    /// The bicycle.
    package var bicycle = ""
    /// What the workshop should know.
    package var remark = ""
    /// The date of the day.
    package var day = ""
    /// The short name of the work.
    package var work = ""

    /// Makes an empty form.
    package init() {}

    /// Takes the fields that came; one that did not is empty.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String {
            try fields.decodeIfPresent(String.self, forKey: key) ?? ""
        }
        (name, email, bicycle) = (try text(.name), try text(.email), try text(.bicycle))
        (remark, day, work) = (try text(.remark), try text(.day), try text(.work))
    }

    /// The booking that the form asks for, which takes a stand of its day.
    package func booking(in context: Context) throws -> Booking {
        let work = try context.object(Work.self, work)
        let day = try context.object(Day.self, day)
        day?.taken += 1
        let booking = Booking(
            name: name, email: email, bicycle: bicycle, remark: remark, price: work?.price ?? 0, day: day,
            work: work)
        try context.insert(booking)
        return booking
    }
}
