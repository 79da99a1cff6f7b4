/// The answer of the store of one configuration, asked for a row.
public struct StoreHealth: Sendable {
    /// The name of the configuration.
    public let name: String
    /// The type of the store.
    public let type: StoreType
    /// How long the store took to answer; `nil` if it did not.
    public let answerTime: Duration?
    /// Why the store did not answer; `nil` if it did.
    public let error: GranaryError?

    /// Whether the store answered.
    public var isHealthy: Bool { error == nil }
}

extension StoreHealth: CustomStringConvertible {
    /// The name and type, and the duration of the answer, or the error instead.
    public var description: String {
        if let error { return "\(name) (\(type.name)): \(error)" }
        let (seconds, attoseconds) = (answerTime ?? .zero).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return "\(name) (\(type.name)): answered in \(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
    }
}
