/// The running state of one aggregate function over the rows of one group.
protocol Accumulator: AnyObject {
    /// Takes the value of the next row.
    func add(_ value: Value)
    /// The result so far.
    func result() throws -> Value
}
