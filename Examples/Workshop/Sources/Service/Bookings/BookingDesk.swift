import FoundationEssentials
package import Granary
package import WorkshopModels

/// What the workshop does with bookings, each a unit of work.
package struct BookingDesk: Sendable {
    /// What became of a form.
    package enum Outcome: Sendable {
        /// The booking is stored.
        case booked(ObjectID<Booking>)
        /// The rules that the form breaks; nothing is stored.
        case refused([RuleFailure])
    }

    /// The longest time that a request waits for the stores.
    package static let limit = Duration.seconds(5)

    private let stack: PersistentStack

    /// Makes the desk of a stack.
    package init(_ stack: PersistentStack) { self.stack = stack }

    /// Books what a form asks for, unless it breaks a rule; two requests for the last stand of a day get it once.
    ///
    /// Both read the day and count their bicycle. The one that saves later has a conflict, so its closure runs again, sees
    /// a full day, and is refused by the rule.
    package func book(_ form: BookingForm) async throws -> Outcome {
        var options = ContextOptions()
        options.retries = 100
        return try await stack.perform(options, timeout: Self.limit) { context in
            let booking = try form.booking(in: context)
            let failures = try context.failures()
            if !failures.isEmpty {
                context.rollback()
                return .refused(failures)
            }
            try context.save()
            return .booked(booking.objectID)
        }
    }

    /// Moves a repair on from a stage; does nothing if it has left that stage, since somebody was faster.
    ///
    /// - Returns: the stage it has now.
    /// - Throws: ``GranaryError/Code/notFound`` for a booking that is not there.
    package func move(_ id: ObjectID<Booking>, from stage: Stage) async throws -> Stage {
        var options = ContextOptions()
        options.retries = 3
        return try await stack.perform(options, timeout: Self.limit) { context in
            guard let booking = try context.object(id) else {
                throw GranaryError(.notFound, "There is no such booking.")
            }
            guard booking.stage == stage, let next = stage.next else { return booking.stage }
            booking.stage = next
            try context.save()
            return next
        }
    }

    /// The days that have a free stand, and the price list.
    package func offer() async throws -> Offer {
        try await stack.perform(timeout: Self.limit) { context in
            let free = Day.where { $0.taken < $0.stands }.sorted { $0.date.ascending }.limit(30)
            let works = Work.all.sorted { $0.title.ascending }
            return Offer(
                days: try context.fetch(free).map { $0.snapshot },
                works: try context.fetch(works).map { $0.snapshot })
        }
    }

    /// A booking, or `nil`.
    package func booking(_ id: ObjectID<Booking>) async throws -> Booking.Snapshot? {
        try await stack.perform(timeout: Self.limit) { try $0.object(id)?.snapshot }
    }

    /// A page of the bookings, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: the text that came with the page before; `nil` for the first page.
    ///   - size: how many bookings are on a page.
    /// - Returns: the bookings, and the cursor of the next page.
    /// - Throws: ``GranaryError/Code/query`` for a text that is no cursor of this query.
    package func bookings(after cursor: String?, size: Int) async throws -> BookingPage {
        try await stack.perform(timeout: Self.limit) { context in
            let query = Booking.all.sorted { $0.made.descending }
            let page = try context.page(
                cursor.map { query.after(PageCursor(text: $0)) } ?? query, size: size)
            return BookingPage(bookings: page.objects.map { $0.snapshot }, next: page.next?.text)
        }
    }

    /// The repairs that are not collected, and each later state of them.
    package func board() -> LiveQuery<Booking> {
        stack.observe(Booking.where { $0.stage != .collected }.sorted { $0.made.ascending }.limit(100))
    }
}
