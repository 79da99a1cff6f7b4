/// One part of an order, as the closure of `sorted` returns it: `.ascending` or `.descending` of an expression.
///
/// ```swift
/// let players = Player.all.sorted { $0.score.descending; $0.name.ascending }
/// ```
public struct SortKey<Root>: Sendable {
    let term: SortTerm
    let problem: GranaryError?
}
