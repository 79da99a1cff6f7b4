#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A port on loopback that takes connections, and says nothing by itself.
final class LoopbackListener: Sendable {
    /// The port to connect to.
    let port: UInt16
    /// The socket that accepts connections.
    let file: Int32

    init() throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [file] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, length) == 0 && listen(file, 16) == 0
                    && getsockname(file, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else { throw NoServer(variable: "A port on loopback") }
    }

    deinit { close(file) }
}
