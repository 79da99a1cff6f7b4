import Granary

/// A file of flights that was imported, or is being imported.
///
/// It is saved together with the flights, in the same store and the same save: an import that was interrupted cannot
/// look complete.
@Model final class Dataset {
    /// The identity of the content: checksum and length of the file.
    @Attribute(.primaryKey) var identifier: String
    /// Where it was read from, for people.
    var source: String
    /// How many flights it holds.
    var flights: Int
    /// Whether all of them are stored.
    var isComplete: Bool
}
