import Granary
import Hummingbird
import ServiceLifecycle
import WorkshopModels

/// The repairs that are not collected, on a page that follows the store.
struct Board {
    private static let page: HTML = """
        <table id="board"></table>
        <script>
        new EventSource("/board/events").onmessage = event => document.getElementById("board").innerHTML = event.data
        </script>
        """

    let desk: BookingDesk

    /// Adds the page and its events to a router.
    func add(to router: Router<BasicRequestContext>) {
        let desk = desk
        router.get("/board") { _, _ in Self.page.page("The board") }
        router.get("/board/events") { request, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    // A live query has no end: it stops when the browser has gone, and when the service stops.
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        for try await bookings in desk.board().cancelOnGracefulShutdown() {
                            let rows = BookingRows(bookings: Array(bookings)).html
                            try await writer.write(ByteBuffer(string: "data: \(rows.text)\n\n"))
                        }
                    }
                    try await writer.finish(nil)
                })
        }
    }
}
