/// One part of an order, as the closure of `sorted` gives it: an attribute alone, or its `.descending`.
public struct SortOrder<Root: Model>: Sendable {
    let term: SortTerm
    let problem: GranaryError?
}
