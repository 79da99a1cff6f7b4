/// The answer of the store of one configuration, asked for a row.
public struct StoreHealth: Sendable {
    /// The name of the configuration.
    public let name: String
    /// The type of the store.
    public let type: StoreType
    /// How long the store took to answer; `nil` if it did not, or was not asked because the stack rests.
    public let answerTime: Duration?
    /// Why the store did not answer; `nil` if it did, or was not asked.
    public let error: GranaryError?

    /// Whether the store answered, or was not asked.
    public var isHealthy: Bool { error == nil }
}

extension StoreHealth: CustomStringConvertible {
    /// The name and type, and the duration of the answer, or the error instead, or that it rests.
    public var description: String {
        if let error { return "\(name) (\(type.name)): \(error)" }
        guard let answerTime else { return "\(name) (\(type.name)): at rest" }
        let (seconds, attoseconds) = answerTime.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return "\(name) (\(type.name)): answered in \(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
    }
}
