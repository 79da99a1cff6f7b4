/// The names that Granary adds to tables.
package enum GranaryColumn {
    /// The column of a row's version: the number of the save that last wrote it.
    package static let version = "granary_version"
}
