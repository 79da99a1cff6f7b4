/// An error by which a server answers a request as a whole, with a status code as those of HTTP.
///
/// A source throws it where the server has answered with an error. One that has found no server throws
/// ``GranaryError/Code/unavailable`` instead.
public struct RemoteFailure: Error, Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The server's reason, to be shown to a person.
    public var reason: String
    /// How long the server asks to wait before the next attempt.
    public var retryAfter: Duration?

    /// Makes the error.
    public init(_ status: Int, _ reason: String = "", retryAfter: Duration? = nil) {
        self.status = status
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// Whether the server does not accept the credentials, or not for this request.
    var isAboutCredentials: Bool { status == 401 || status == 403 }

    /// Whether the server says that it does not have the one object that it was asked for by its identity.
    func saysAbsent(_ request: RemoteRequest) -> Bool {
        (status == 404 || status == 410) && request.keys?.count == 1
    }
}
