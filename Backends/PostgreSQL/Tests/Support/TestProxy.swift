#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Synchronization

/// A proxy on loopback that a test controls: it passes bytes on, until it is told to lose them.
final class TestProxy: Sendable {
    /// What happens to what comes next on connections that are open; later ones pass.
    enum Fault: Sendable {
        /// Nothing: everything passes.
        case none
        /// The next request is lost, and the client's connection with it; the server notices nothing.
        case loseRequest
        /// Requests are lost from now on, while the connection seems to be open.
        case keepSilent
        /// The next request passes, its answer is lost, and both connections with it.
        case loseAnswer
    }

    /// The port to connect to.
    let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let links = Mutex<[Link]>([])
    private let silence = Mutex<Int?>(nil)

    private final class Link: Sendable {
        let client: Int32
        let server: Int32
        let fault = Mutex<Fault>(.none)

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }
    }

    /// Begins to listen; connections are passed on to a port of this machine.
    init(to target: UInt16) throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, length) == 0 && listen(listening, 16) == 0
                    && getsockname(listening, $0, &length) == 0
            }
        }
        guard isBound else { throw NoServer(variable: "A port for the proxy") }
        self.target = target
        listener = listening
        port = UInt16(bigEndian: address.sin_port)
        _ = OtherThread { [self] in accept() }
    }

    /// Stops listening and closes every connection.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        cut()
    }

    /// Cuts every connection that is open.
    func cut() {
        for link in links.withLock({ $0 }) { Self.cut(link.client, link.server) }
    }

    /// Takes further connections and says nothing on them, or goes on with those that come then.
    func fallSilent(_ isSilent: Bool = true) { silence.withLock { $0 = isSilent ? 0 : nil } }

    /// How many connections have been met with silence.
    var ignored: Int { silence.withLock { $0 ?? 0 } }

    /// Whether a connection that was made just now is to be met with silence.
    private func ignores() -> Bool {
        silence.withLock { count in
            count = count.map { $0 + 1 }
            return count != nil
        }
    }

    /// Sets what happens next on the connections that are open now.
    func arm(_ fault: Fault) {
        for link in links.withLock({ $0 }) { link.fault.withLock { $0 = fault } }
    }

    private static func cut(_ sockets: Int32...) {
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private func accept() {
        while true {
            let client = systemAccept(listener, nil, nil)
            guard client >= 0 else { return }
            if ignores() { continue }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.loopback(target)
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            let link = Link(client: client, server: server)
            guard connected else { Self.cut(client, server); continue }
            links.withLock { $0.append(link) }
            _ = OtherThread { Self.pump(link, fromClient: true) }
            _ = OtherThread { Self.pump(link, fromClient: false) }
        }
    }

    private static func pump(_ link: Link, fromClient: Bool) {
        let (from, to) = fromClient ? (link.client, link.server) : (link.server, link.client)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0 else { return cut(link.client, link.server) }
            switch (link.fault.withLock { $0 }, fromClient) {
            case (.loseRequest, true):
                // The server's side stays open, as it does when a network fails.
                return cut(link.client)
            case (.keepSilent, true): continue
            case (.loseAnswer, false): return cut(link.client, link.server)
            default: break
            }
            var sent = 0
            while sent < count {
                let more = buffer.withUnsafeBytes {
                    send(to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { return cut(link.client, link.server) }
                sent += more
            }
        }
    }
}

/// The system's `accept`, which has the name of a method there.
private func systemAccept(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(socket, address, length) }
