/// A value with the number of its bytes that count against a limit.
protocol SizedValue: Sendable {
    /// The estimated bytes.
    var bytes: Int { get }
}
