import Granary
import Testing

/// A service whose database server stops says so, and goes on by itself when the server is back.
@Suite(.timeLimit(.minutes(2))) struct OutageTests {
    @Test(.enabled(if: TestStore.all.contains(.postgresql)))
    func theServiceOutlivesAnOutage() async throws {
        try await OwnServer.run { server in
            try await TestStore.postgresql.withPlace(server: server.url) { place in
                try await Running.service(place) { service in
                    var events = try service.events("/board/events").makeAsyncIterator()
                    let day = try await service.day()
                    _ = try await service.book("a tandem", on: day)
                    try await events.wait { $0.contains("a tandem") }

                    try server.stop()
                    // A request that fails has the stack ask, and then it knows.
                    while try await service.get("/").status == 200 {}
                    while try await service.get("/ready").status == 200 {}
                    let ready = try await service.get("/ready")
                    #expect(ready.text.contains("Default (postgresql): unreachable"), "\(ready.text)")
                    let health = try await service.get("/health")
                    #expect(health.status == 503 && health.text.contains("unavailable"), "\(health.text)")
                    #expect(try await service.get("/live").status == 200)

                    try server.restart()
                    // Nobody asks the server but the stack.
                    while try await service.get("/ready").status != 200 {}
                    #expect(try await service.get("/health").status == 200)
                    let booked = try await service.book("a cargo bike", on: day)
                    #expect(booked.status == 200)
                    // The board that was open all the time goes on.
                    try await events.wait { $0.contains("a tandem") && $0.contains("a cargo bike") }
                }
            }
        }
    }
}
