internal import CPostgreSQL
internal import GranaryStore

extension Connection {
    /// Throws if a program between this one and the servers sends reads to replicas, which pgpool does unless
    /// configured otherwise.
    ///
    /// A replica may lack the session's own last saves, and none of its answers says so.
    /// - Throws: ``GranaryError/Code/unsupported``.
    func refuseBalancing() throws {
        if isUnbalanced { return }
        deadline = Deadline(millisecondsFromNow: options.connectTimeout)
        defer { deadline = nil }
        // PostgreSQL itself, and other programs before it, know no such setting.
        guard try answer(to: "SHOW pool_version") != nil else { return isUnbalanced = true }
        if try answer(to: "PGPOOL SHOW load_balance_mode") == "off" { return isUnbalanced = true }
        throw place.error(
            .unsupported,
            "The server is behind pgpool with load_balance_mode on, which gives reads to replicas that may lack the program's own saves. Set load_balance_mode = off in pgpool.conf, or name the server itself."
        )
    }

    /// The first value that a statement answers; `nil` where it fails.
    ///
    /// It is sent by itself as text, since pgpool looks for its own statements there.
    private func answer(to text: String) throws -> String? {
        try leavePipeline()
        guard PQsendQuery(handle.pointer, text) == 1 else { throw lose(.lost) }
        var answer: String?
        while let result = try nextResult() {
            let isAnswered = PQresultStatus(result.pointer) == PGRES_TUPLES_OK && result.count > 0
            if isAnswered { answer = result.text(0, 0) }
        }
        return answer
    }
}
