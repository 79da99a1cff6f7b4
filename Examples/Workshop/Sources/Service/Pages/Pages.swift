import FoundationEssentials
import Granary
import Hummingbird
import WorkshopModels

/// What the service answers to browsers.
struct Pages {
    /// How many bookings are on a page.
    private static let size = 20

    let desk: BookingDesk

    /// Adds the pages to a router.
    func add(to router: Router<BasicRequestContext>) {
        let desk = desk
        router.get("/") { _, _ in
            FormPage(form: BookingForm(), offer: try await desk.offer(), failures: []).response()
        }
        router.post("/bookings") { request, context -> Response in
            let form = try await URLEncodedFormDecoder().decode(
                BookingForm.self, from: request, context: context)
            switch try await desk.book(form) {
            case .booked(let id): return .redirect(to: "/bookings/\(id.key.uuidString)")
            case .refused(let failures):
                return FormPage(form: form, offer: try await desk.offer(), failures: failures).response()
            }
        }
        router.get("/bookings") { request, _ in
            let cursor = request.uri.queryParameters["after"].map { String($0) }
            let page = try await desk.bookings(after: cursor, size: Self.size)
            let next: HTML =
                page.next.map { "<p><a href=\"/bookings?after=\($0)\">Older ones</a></p>" } ?? ""
            let rows: HTML = "<table>\(BookingRows(bookings: page.bookings).html)</table>\(next)"
            return rows.page("Bookings")
        }
        router.get("/bookings/:id") { _, context in
            guard let booking = try await desk.booking(Self.id(context)) else { throw HTTPError(.notFound) }
            let rows: HTML = """
                <p>\(booking.name), we expect you on \(booking.day ?? "").</p>
                <table>\(BookingRows(bookings: [booking]).html)</table>
                """
            return rows.page("Your booking")
        }
        router.post("/bookings/:id/stage") { request, context -> Response in
            let move = try await URLEncodedFormDecoder().decode(Move.self, from: request, context: context)
            _ = try await desk.move(Self.id(context), from: move.from)
            return .redirect(to: "/board")
        }
    }

    /// The booking that the path names.
    private static func id(_ context: BasicRequestContext) throws -> ObjectID<Booking> {
        guard let id = UUID(uuidString: try context.parameters.require("id")) else {
            throw HTTPError(.notFound)
        }
        return ObjectID(id)
    }

    /// The button that moves a repair on.
    private struct Move: Decodable {
        let from: Stage

        private enum CodingKeys: String, CodingKey { case from }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            guard let from = Stage(rawValue: try fields.decode(String.self, forKey: .from)) else {
                throw HTTPError(.badRequest)
            }
            self.from = from
        }
    }
}
