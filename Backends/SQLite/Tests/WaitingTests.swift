import Foundation
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// Waiting for one of few sessions.
@Suite(.timeLimit(.minutes(1))) struct WaitingTests {
    @Test func aTaskThatWaitsForASessionEndsWhenItIsCancelled() async throws {
        let directory = try TemporaryDirectory()
        let options = StoreOptions(["sessions": "1", "sessionTimeout": "40s"])
        let stack = try await PersistentStack.open(
            try Schema("Birds", models: [Bird.self]),
            configuration: .values(
                [StoreConfiguration(name: "Default", type: .sqlite, options: options)],
                location: directory.path),
            backends: [.sqlite])
        do {
            let holder: Context = try stack.makeContext()
            #expect(try holder.count(Bird.all) == 0)
            let begun = AsyncStream<Void>.makeStream()
            let waiting = Task {
                try await stack.perform { context in
                    begun.continuation.finish()
                    return try context.count(Bird.all)
                }
            }
            for await _ in begun.stream {}
            waiting.cancel()
            let error = await #expect(throws: GranaryError.self) { _ = try await waiting.value }
            #expect(error?.code == .cancelled)
        }
        #expect(try await stack.perform { try $0.count(Bird.all) } == 0)
        try await stack.close()
    }
}
