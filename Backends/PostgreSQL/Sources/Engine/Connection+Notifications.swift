internal import CPostgreSQL
internal import GranaryStore

extension Connection {
    /// The notifications that have arrived, with their channels.
    ///
    /// - Throws: ``EngineError/lost`` when the server cannot be read.
    func notifications() throws -> [(channel: String, text: String)] {
        guard PQconsumeInput(handle.pointer) == 1, PQstatus(handle.pointer) != CONNECTION_BAD else {
            throw lose(.lost)
        }
        var found: [(channel: String, text: String)] = []
        while let notification = PQnotifies(handle.pointer) {
            if let channel = notification.pointee.relname, let text = notification.pointee.extra {
                found.append((String(cString: channel), String(cString: text)))
            }
            PQfreemem(notification)
        }
        return found
    }
}
