import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// Copies that are not what their stores are do not take their places.
@Suite struct FaultyMoveTests {
    @Test(.timeLimit(.minutes(2))) func aCopyThatLacksARowIsNotMovedTo() async throws {
        let harness = try #require(SQLiteConformanceTests.harness.watched(ForgottenCopy.self))
        let promise = try #require(
            ConformancePromise.all.first { $0.name.hasPrefix("A moved store holds what it held") })
        guard case .failure(let error) = await promise.check(on: harness) else {
            Issue.record("the promise is kept")
            return
        }
        // The comparison finds it, and not the promise.
        #expect((error as? GranaryError)?.code == .corrupt, "\(error)")
    }

    @Test(.timeLimit(.minutes(2))) func aStoreWhoseCopyIsNotTheSameStaysWhereItIs() async throws {
        let harness = try #require(SQLiteConformanceTests.harness.watched(ForgottenCopy.self))
        let promise = ConformancePromise("stays", category: .lifecycle) { bench in
            try await bench.perform { context in
                try context.insert(Tag(word: "kept"))
                try context.save()
            }
            let target = try bench.configuration("Operations", at: "second")
            await #expect(throws: GranaryError.self) {
                try await bench.stack.moveStore(named: "Operations", to: target)
            }
            #expect(bench.stack.isReady)
            #expect(try await bench.perform { try $0.fetch(Tag.all).map(\.word) } == ["kept"])
            #expect(try SQLiteStore.inspect(target) == nil)
        }
        if case .failure(let error) = await promise.check(on: harness) { Issue.record(error) }
    }
}
