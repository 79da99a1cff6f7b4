import FoundationEssentials
import Granary

/// What somebody at the airport notes about a flight, or answers to another remark.
@Model final class Remark {
    var id: UUID
    var text: String
    @Relationship var flight: Flight?
    @Relationship var answers: Remark?

    init(_ text: String, about flight: Flight? = nil, answering remark: Remark? = nil) {
        self.text = text
        self.flight = flight
        answers = remark
    }
}
