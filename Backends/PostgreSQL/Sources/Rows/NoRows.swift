internal import GranaryStore

/// No rows.
final class NoRows: BlockSource {
    func next() -> ResultSet? { nil }
    func takeRest() {}
    func close() {}
}
