internal import CPostgreSQL
internal import GranaryStore

extension Connection {
    /// The texts of the notifications that have arrived.
    ///
    /// - Throws: ``EngineError/lost`` when the server cannot be read.
    func notifications() throws -> [String] {
        guard PQconsumeInput(handle.pointer) == 1, PQstatus(handle.pointer) != CONNECTION_BAD else {
            throw lose(.lost)
        }
        var texts: [String] = []
        while let notification = PQnotifies(handle.pointer) {
            if let text = notification.pointee.extra { texts.append(String(cString: text)) }
            PQfreemem(notification)
        }
        return texts
    }
}
