internal import CPostgreSQL
internal import GranaryStore

/// Why no connection was made.
///
/// The server's own refusals come as states; libpq's own errors come as English text, which is only searched for known
/// parts, since it may name users and files.
struct ConnectionFailure {
    private let text: String

    /// The failure of a connection that could not be opened.
    init(_ pointer: OpaquePointer?) { text = PQerrorMessage(pointer).map { String(cString: $0) } ?? "" }

    /// The failure as an error with a remedy.
    func error(at place: StorePlace, _ options: PostgreSQLOptions) -> GranaryError {
        if let state { return EngineError(state: state).translated(at: place, doing: "connecting") }
        for (sign, code, message) in Self.signs where text.holds(sign) {
            return place.error(code, message)
        }
        return place.error(
            .unavailable,
            "No connection could be made. Look whether the server is up, and at host, port and TLS.")
    }

    /// The state in a message such as `FATAL:  28P01`; the last one where several hosts were tried.
    private var state: String? {
        let words = text.parts(between: "\n").flatMap { $0.parts(between: " ") }.filter { !$0.isEmpty }
        // A severity precedes it, which distinguishes it from a port.
        return Array(zip(words, words.dropFirst())).last { severity, word in
            severity.ends(with: ":") && word.utf8.count == 5
                && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
                && word.utf8.contains { (48...57).contains($0) }
        }.map { $1 }
    }

    /// Parts of libpq's messages, with their meanings; the first that is found counts.
    private static let signs: [(String, GranaryError.Code, String)] = [
        (
            "certificate verify failed", .denied,
            "The server's certificate is not signed by a trusted authority. Name its authority with the option rootCertificate."
        ),
        (
            "does not match host name", .denied,
            "The server's certificate is for another host. Connect by the name it was issued for, or give the server a certificate for this one."
        ),
        (
            "root certificate file", .configuration,
            "The server's certificate cannot be verified, since there is no file of trusted authorities. Name one with the option rootCertificate, such as /etc/ssl/certs/ca-certificates.crt."
        ),
        (
            "server does not support SSL", .denied,
            "The server does not offer TLS, which the option tls asks for. Switch it on there."
        ),
        (
            "no password supplied", .denied,
            "The server asks for a password and none was found. Give one by the option password or passwordFile, PGPASSWORD, or ~/.pgpass. A file that others may read is not used."
        ),
        (
            "session is read-only", .unavailable,
            "None of the hosts takes changes; each is a replica. Name the primary, or open the store read-only."
        ),
        (
            "could not translate host name", .unavailable,
            "The name of the host cannot be resolved. Correct the option host or the URL."
        ),
        (
            "Connection refused", .unavailable,
            "Nothing listens at host and port. Start the server, or correct the options host and port."
        ),
        (
            "No such file or directory", .unavailable,
            "There is no server at the local socket. Start it, or name a host."
        ),
        ("timeout expired", .unavailable, "The server did not answer in time. Look at server and network."),
        (
            "invalid URI", .configuration,
            "The URL is not a PostgreSQL URL such as postgresql://user@host/name."
        ),
        (
            "invalid", .configuration,
            "A part of the URL, or an option beside it, is not understood by PostgreSQL's client library. Correct it."
        ),
    ]
}
