import Foundation
import Granary
import Testing

/// An actor that keeps a context has a thread of its own.
@Suite(.timeLimit(.minutes(1))) struct ContextExecutorTests {
    private actor Keeper {
        private let executor = ContextExecutor(name: "keeper")
        private let context: Context
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ stack: PersistentStack) throws { context = try stack.makeContext() }

        func add(_ number: Int) throws -> String {
            try context.insert(Team(code: "T\(number)", name: "x"))
            try context.save()
            return try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        }

        func count() throws -> Int { try context.count(Team.all) }
    }

    @Test func workOfManyTasksRunsOnTheOneThread() async throws {
        let keeper = try Keeper(try makeStack())
        let threads = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 { group.addTask { try await keeper.add(number) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(threads == ["keeper\n"])
        #expect(try await keeper.count() == 50)
    }
}
