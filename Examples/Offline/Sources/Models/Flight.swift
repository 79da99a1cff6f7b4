import Granary

/// A departure of one day; its key says carrier and number: `UA 1545`.
@Model final class Flight {
    @Attribute(.primaryKey) var code: String
    @Attribute(.indexed) var origin: String
    var destination: String
    /// Minutes; `nil` for a flight that was cancelled.
    var delay: Int?
}
