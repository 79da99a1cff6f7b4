/// A value with the bytes that it holds, as far as they count against a limit.
protocol SizedValue: Sendable {
    /// The estimated bytes.
    var bytes: Int { get }
}
