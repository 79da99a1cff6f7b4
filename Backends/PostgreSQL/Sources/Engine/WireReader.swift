internal import GranaryStore
internal import GranarySQL

/// Reads rows straight from the wire; it can also take the rest into memory.
protocol WireReader: AnyObject {
    /// Reads the rest, so that something else can be sent.
    func readRest() throws
}
