internal import GranaryStore

/// Gives a cursor its rows, some at a time.
protocol BlockSource: AnyObject {
    /// The next rows; `nil` at the end.
    func next() throws -> ResultSet?
    /// Reads the rest into memory, so that the connection is free for something else.
    func readRest() throws
    /// Releases the rest; safe to call twice.
    func close()
}
