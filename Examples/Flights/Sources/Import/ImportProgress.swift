/// Receives the progress of an import.
protocol ImportProgress: Sendable {
    /// An import begins.
    func begin(_ title: String, rows: Int)
    /// A number of rows are done.
    func advance(to rows: Int)
    /// The import is over, well or not; a last time before anything else is printed.
    func end()
}
