import Foundation
import Granary
import Testing

/// Bookings through the service, over stores of each kind.
@Suite(.timeLimit(.minutes(2))) struct BookingTests {
    @Test(arguments: TestStore.all)
    func aFormThatBreaksRulesComesBackWithMessages(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place) { service in
                let form = try await service.get("/")
                #expect(form.status == 200 && form.text.contains("4 free"), "\(form.text)")
                let refused = try await service.post(
                    "/bookings", ["name": "<b>Ada</b>", "email": "nobody", "bicycle": ""])
                #expect(refused.status == 422)
                #expect(refused.text.contains("value=\"&lt;b&gt;Ada&lt;/b&gt;\""), "what was written stays")
                #expect(refused.text.contains("This is no email address."))
                #expect(refused.text.components(separatedBy: "Please choose.").count == 3, "day and work")
                #expect(
                    refused.text.components(separatedBy: "Please fill this in.").count == 2, "the bicycle")
                let none = try await service.get("/bookings")
                #expect(!none.text.contains("<tr>"), "something is stored: \(none.text)")
            }
        }
    }

    @Test(arguments: TestStore.all)
    func aBookingIsKeptByTheNextService(_ store: TestStore) async throws {
        try await store.withPlace { place in
            let path = try await Running.service(place) { service in
                let booked = try await service.book("a blue tandem", on: service.day())
                #expect(booked.status == 200 && booked.text.contains("a blue tandem"), "\(booked.text)")
                return booked.path
            }
            try await Running.service(place) { service in
                let found = try await service.get(path)
                #expect(found.status == 200 && found.text.contains("a blue tandem"), "\(found.text)")
                let missing = try await service.get("/bookings/\(UUID().uuidString)")
                #expect(missing.status == 404)
            }
        }
    }

    @Test(arguments: TestStore.all)
    func noStandIsSoldTwice(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place) { first in
                try await Running.service(place) { second in
                    let day = try await first.day()
                    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                        for number in 0..<30 {
                            let service = number.isMultiple(of: 2) ? first : second
                            group.addTask { try await service.book("bicycle \(number)", on: day).status }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(statuses.count { $0 == 200 } == 4, "\(statuses)")
                    #expect(statuses.count { $0 == 422 } == 26, "\(statuses)")
                    let page = try await first.get("/bookings")
                    #expect(page.text.components(separatedBy: "<tr>").count == 5, "\(page.text)")
                    let form = try await second.get("/")
                    #expect(!form.text.contains(day), "a full day is offered")
                }
            }
        }
    }

    @Test(arguments: TestStore.all)
    func pagesFollowTheirCursor(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place, stands: 50) { service in
                let day = try await service.day()
                for number in 100..<145 { _ = try await service.book("bicycle \(number)", on: day) }
                let first = try await service.get("/bookings")
                // What comes meanwhile shifts no page.
                _ = try await service.book("bicycle 145", on: day)
                let second = try await service.get(first.next())
                let third = try await service.get(second.next())
                let found = [first, second, third].flatMap { page in
                    page.text.matches(of: /bicycle (\d+)/).map { Int($0.1) }
                }
                #expect(found == (100..<145).reversed().map { $0 })
                #expect(!third.text.contains("Older ones"))
                let wrong = try await service.get("/bookings?after=abc")
                #expect(wrong.status == 400)
            }
        }
    }
}

extension Running {
    /// The first day that is offered.
    func day() async throws -> String {
        let form = try await get("/")
        return try String(#require(form.text.firstMatch(of: /value="(\d{4}-\d{2}-\d{2})"/)).1)
    }

    /// Books a repair.
    func book(_ bicycle: String, on day: String) async throws -> Answer {
        try await post(
            "/bookings",
            [
                "name": "Ada", "email": "ada@example.org", "bicycle": bicycle, "remark": "", "day": day,
                "work": "brakes",
            ])
    }
}

extension Running.Answer {
    /// The address of the next page.
    func next() throws -> String {
        try String(#require(text.firstMatch(of: /href="(\/bookings\?after=[^"]*)"/)).1)
    }
}
