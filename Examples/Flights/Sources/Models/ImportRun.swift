import FoundationEssentials
import Granary

/// One import: its data, time and speed.
@Model final class ImportRun {
    /// Made when the run is stored.
    var id: UUID
    /// Where the data were read from.
    var source: String
    /// When it began.
    var started: Date
    /// How many rows were stored, of all models.
    var rows: Int
    /// How many seconds it took, from the first byte read to the last row saved.
    var seconds: Double
}
