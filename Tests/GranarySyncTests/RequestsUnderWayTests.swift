import Granary
import GranaryConformance
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Equal requests that are made at one time are one.
@Suite(.timeLimit(.minutes(1))) struct RequestsUnderWayTests {
    private let requests = RequestsUnderWay()
    private let gate = TaskGate()
    private let begun = Counter()
    private let cancelled = Counter()

    private func start(_ digest: String) -> Task<Void, any Error> {
        let (requests, gate, begun, cancelled) = (requests, gate, begun, cancelled)
        return Task {
            _ = try await requests.run(digest) {
                begun.add()
                await gate.wait()
                if Task.isCancelled { cancelled.add() }
                return ServedAnswer()
            }
        }
    }

    private func readers(_ count: Int, of digest: String = "a") async {
        while requests.readers(of: digest) != count { await Task.yield() }
    }

    @Test func equalOnesShareOneAndOthersDoNot() async throws {
        let tasks = (0..<5).map { _ in start("a") } + [start("b")]
        await readers(5)
        await readers(1, of: "b")
        gate.open()
        for task in tasks { try await task.value }
        #expect(begun.value == 2)
        #expect(requests.readers(of: "a") == 0)
    }

    @Test func aTaskThatLeavesTakesTheAnswerFromNobody() async throws {
        let (first, second) = (start("a"), start("a"))
        await readers(2)
        first.cancel()
        await #expect(throws: GranaryError.self) { try await first.value }
        gate.open()
        try await second.value
        #expect(begun.value == 1 && cancelled.value == 0)
    }

    @Test func theLastOneThatLeavesCancelsTheRequest() async throws {
        let first = start("a")
        await readers(1)
        while begun.value == 0 { await Task.yield() }
        first.cancel()
        await #expect(throws: GranaryError.self) { try await first.value }
        let next = start("a")
        await readers(1)
        gate.open()
        try await next.value
        while cancelled.value == 0 { await Task.yield() }
        #expect(begun.value == 2)
    }
}
