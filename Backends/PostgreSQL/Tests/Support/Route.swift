/// The ways to the server that tests take.
enum Route: String, CaseIterable, Sendable {
    /// Straight to it.
    case direct
    /// Through the pooler, in transaction mode.
    case pooled

    /// The URL of this way.
    func url() throws -> String { self == .direct ? try TestServer.url() : try TestServer.poolerURL() }

    /// A schema for one test, reached by this way.
    func ledger(_ options: [String: String] = [:]) throws -> Ledger {
        let own = self == .direct ? [:] : ["pooler": "transaction"]
        return try Ledger(own.merging(options) { $1 }, url: url())
    }
}
