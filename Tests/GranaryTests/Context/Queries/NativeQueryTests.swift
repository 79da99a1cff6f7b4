import Granary
import Testing

/// A store without a language of its own says so.
@Suite(.timeLimit(.minutes(1))) struct NativeQueryTests {
    @Test func theErrorNamesTheType() async throws {
        let stack = try makeStack()
        let error = await #expect(throws: GranaryError.self) {
            try await stack.perform { context in
                try context.native("SELECT count(*) FROM \(Team.self)", from: Team.self, as: Int.self).count
            }
        }
        #expect(error?.code == .unsupported)
        #expect(error?.context.storeType == "reference")
        #expect(error?.message.contains("“reference”") == true)
    }

    @Test func modelsOfOtherStoresAreRefused() async throws {
        let stack = try makeStack(split: true)
        let error = await #expect(throws: GranaryError.self) {
            try await stack.perform { context in
                try context.native("SELECT count(*) FROM \(Player.self)", from: Team.self, as: Int.self).count
            }
        }
        #expect(error?.code == .query)
    }
}
