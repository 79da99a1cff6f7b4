import Foundation
import Granary
import Testing

/// The board follows the store, and what watches the service is told the truth.
@Suite(.timeLimit(.minutes(2))) struct BoardTests {
    @Test(arguments: TestStore.all)
    func theBoardShowsWhatTwoServicesSave(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place) { first in
                try await Running.service(place) { second in
                    var events = try first.events("/board/events").makeAsyncIterator()
                    #expect(try await events.next() == "")
                    let day = try await first.day()
                    let booked = try await first.book("a tandem", on: day)
                    try await events.wait { $0.contains("a tandem") && $0.contains("<td>booked") }
                    _ = try await second.book("a cargo bike", on: day)
                    try await events.wait { $0.contains("a tandem") && $0.contains("a cargo bike") }
                    // An event is one line, whatever somebody has sent.
                    _ = try await second.book("two\r\n\r\nlines", on: day)
                    try await events.wait { $0.contains("two&#13;&#10;&#13;&#10;lines") }
                    for stage in ["booked", "repaired", "ready"] {
                        // The second time it has left the stage, so nothing happens.
                        for _ in 0..<2 { _ = try await second.post("\(booked.path)/stage", ["from": stage]) }
                    }
                    try await events.wait { !$0.contains("a tandem") && $0.contains("a cargo bike") }
                    let page = try await first.get(booked.path)
                    #expect(page.text.contains("<td>collected"), "\(page.text)")
                }
            }
        }
    }

    @Test(arguments: TestStore.all)
    func aStopEndsTheBoardAndClosesTheStore(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place) { service in
                var events = try service.events("/board/events").makeAsyncIterator()
                #expect(try await events.next() == "")
                await service.stop()
                while try await events.next() != nil {}
            }
            // The store is free: it can be opened, and its content removed, by others.
        }
    }

    @Test(arguments: TestStore.all)
    func theServiceTellsItsHealthAndItsMetrics(_ store: TestStore) async throws {
        try await store.withPlace { place in
            try await Running.service(place) { service in
                let health = try await service.get("/health")
                #expect(
                    health.status == 200 && health.text.hasPrefix("started\n  Default ("), "\(health.text)")
                #expect(try await service.get("/live").text == "alive\n")
                _ = try await service.book("a tandem", on: service.day())
                let metrics = try await service.get("/metrics").text
                #expect(metrics.contains("db_client_operation_duration"), "\(metrics)")
                #expect(!metrics.contains("tandem"))
            }
        }
    }
}

extension AsyncThrowingStream<String, any Error>.Iterator {
    /// Waits for an event.
    mutating func wait(for condition: (String) -> Bool) async throws {
        while let event = try await next() { if condition(event) { return } }
        Issue.record("the events have ended")
    }
}
