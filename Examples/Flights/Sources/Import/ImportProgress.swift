/// Is told how far an import is.
protocol ImportProgress: Sendable {
    /// An import begins.
    func begin(_ title: String, rows: Int)
    /// So many rows are done.
    func advance(to rows: Int)
    /// The import is over, well or not; a last time before anything else is printed.
    func end()
}
