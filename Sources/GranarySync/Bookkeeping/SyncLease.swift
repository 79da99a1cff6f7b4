import FoundationEssentials
import Granary

/// The right of one process to do something for all processes on the store.
@Model final class SyncLease {
    /// What it is about.
    @Attribute(.primaryKey) var purpose: String
    /// Who has it.
    var holder: UUID
    /// When it runs out, by the clock of the machine that has it.
    var expires: Date
}
