import Granary
import GranaryMemory
import Testing

/// Hooks and rules in other files than their models are called; that this target links is half of the test.
@Suite(.timeLimit(.minutes(1))) struct HooksInOtherFilesTests {
    @Test func areCalled() async throws {
        let schema = try Schema(
            "Errands",
            models: [
                Errand.self, WillInsertErrand.self, WillSaveErrand.self, WillDeleteErrand.self,
                DidSaveErrand.self, DidLoadErrand.self, ValidatedErrand.self,
            ])
        let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [.memory]))
        try await stack.attachPersistentStore(for: StoreConfiguration(name: "Default", type: .memory))
        try await stack.start()
        let heard = try await stack.perform { context in
            let errand = Errand(text: "buy bread")
            try context.insert(errand)
            let inserted = WillInsertErrand()
            try context.insert(inserted)
            let (saving, saved) = (WillSaveErrand(), DidSaveErrand())
            try context.insert(saving)
            try context.insert(saved)
            let deleted = WillDeleteErrand()
            try context.insert(deleted)
            try context.insert(DidLoadErrand())
            try context.save()
            try context.delete(deleted)
            try context.save()
            return [errand.heard, inserted.heard, saving.heard, saved.heard, deleted.heard]
        }
        #expect(
            heard == [
                ["willInsert", "willSave", "didSave"], ["willInsert"], ["willSave"], ["didSave"],
                ["willDelete"],
            ])
        let loaded = try await stack.perform { context in
            try context.fetch(Errand.all).map(\.heard) + context.fetch(DidLoadErrand.all).map(\.heard)
        }
        #expect(loaded == [["didLoad"], ["didLoad"]])
        for isEmpty in [true, false] {
            await #expect(throws: GranaryError.self) {
                try await stack.perform { context in
                    if isEmpty {
                        try context.insert(Errand(text: ""))
                    } else {
                        try context.insert(ValidatedErrand())
                    }
                    try context.save()
                }
            }
        }
        try await stack.close()
    }
}
