import Granary
import GranaryTestSupport
import Testing

/// An action that cancels itself is cancelled from there on, however soon it does so.
@Suite(.timeLimit(.minutes(1))) struct SelfCancellingActionTests {
    @Test func theNextSaveThrows() async throws {
        let stack = try makeStack()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let action = stack.run(.general) { action, context in
                        action.cancel()
                        try context.insert(Team(code: "\(number)", name: "T"))
                        try context.save()
                    }
                    _ = try? await action.result()
                    #expect(action.outcome?.isCancelled == true)
                }
            }
        }
        #expect(try await stack.perform { try $0.count(Team.all) } == 0)
        try await stack.close()
    }
}
