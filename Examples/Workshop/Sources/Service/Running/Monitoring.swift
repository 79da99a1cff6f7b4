import Granary
import Hummingbird

/// What those ask who watch the service.
struct Monitoring {
    let stack: PersistentStack
    let tally: Tally

    /// Adds the addresses to a router.
    func add(to router: Router<BasicRequestContext>) {
        let (stack, tally) = (stack, tally)
        // Restarting a process brings no database back, so whether it lives is not asked of a store.
        router.get("/live") { _, _ in Self.text("alive\n") }
        router.get("/health") { _, _ in
            let health = await stack.health(within: .seconds(2))
            return Self.text("\(health)\n", status: health.isHealthy ? .ok : .serviceUnavailable)
        }
        // What the stack knows already: it costs nothing, however often it is asked.
        router.get("/ready") { _, _ in
            Self.text("\(stack.status)\n", status: stack.isReady ? .ok : .serviceUnavailable)
        }
        router.get("/metrics") { _, _ in Self.text(tally.text) }
    }

    private static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
