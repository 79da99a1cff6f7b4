import Granary
import GranaryTestSupport
import Testing

@Model final class FirstHalf {
    @Attribute(.primaryKey) var code: String
    var note: String
}

@Model final class SecondHalf {
    @Attribute(.primaryKey) var code: String
    var note: String
}

/// Saves over stores that cannot prepare a commit: what is committed where is said, and never passed over.
@Suite(.timeLimit(.minutes(1))) struct PartialSaveTests {
    @Test func aConflictInTheSecondStoreIsAPartialSave() async throws {
        let schema = try Schema(
            "Halves", configurations: ["First": [FirstHalf.self], "Second": [SecondHalf.self]])
        let stack = try startedStack(schema, on: Backend(DictionaryBackend.self))
        try await stack.perform { context in
            try context.insert(FirstHalf(code: "a", note: ""))
            try context.insert(SecondHalf(code: "a", note: ""))
            try context.save()
        }
        let code: GranaryError.Code? = try await stack.perform { context in
            try context.first(FirstHalf.all)?.note = "mine"
            try context.first(SecondHalf.all)?.note = "mine"
            let other = try stack.makeContext()
            try other.first(SecondHalf.all)?.note = "theirs"
            try other.save()
            do {
                try context.save()
                return nil
            } catch let error as GranaryError {
                return error.code
            }
        }
        #expect(code == .partialSave)
        let notes = try await stack.perform { context in
            [try context.first(FirstHalf.all)?.note, try context.first(SecondHalf.all)?.note]
        }
        #expect(notes == ["mine", "theirs"])
        try await stack.close()
    }
}
