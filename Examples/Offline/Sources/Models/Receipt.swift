import FoundationEssentials
import Granary

/// What the server has answered to a write, by the identity of the write: saved with the effect of the write, so that a
/// repetition changes nothing.
@Model final class Receipt {
    var id: UUID
    var status: Int
}
