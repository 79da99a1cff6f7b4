internal import GranaryStore

/// No rows.
final class NoRows: BlockSource {
    func next() -> ResultSet? { nil }
    func readRest() {}
    func close() {}
}
