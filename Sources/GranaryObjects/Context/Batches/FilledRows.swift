/// The outcome of a part of a backfill, in numbers of rows.
package struct FilledRows: Sendable, Hashable {
    /// How many rows it has looked at.
    package var seen = 0
    /// How many of them have got a value.
    package var filled = 0
    /// The key of the last one.
    package var last: ObjectKey?

    /// Makes the result for no rows.
    package init() {}
}
