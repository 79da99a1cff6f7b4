internal import GranaryStore

/// Gives each table of a statement a short alias.
final class AliasCounter {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}
