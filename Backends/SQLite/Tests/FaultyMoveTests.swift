import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQLite
import GranaryTestSupport
import Testing

/// Copies that are not what their stores are do not take their places.
@Suite struct FaultyMoveTests {
    @Test(.timeLimit(.minutes(2))) func aCopyThatLacksARowIsNoticed() async throws {
        let harness = try #require(SQLiteConformanceTests.harness.watched(ForgottenCopy.self))
        let promise = try #require(
            ConformancePromise.all.first { $0.name.hasPrefix("A moved store holds what it held") })
        guard case .failure(let failure) = await promise.check(on: harness) else {
            Issue.record("the promise is kept")
            return
        }
        // The comparison finds it before the store is left.
        #expect("\(failure)".contains("corrupt"), "\(failure)")
    }

    @Test(.timeLimit(.minutes(2))) func aStoreWhoseCopyLacksARowStaysWhereItIs() async throws {
        let harness = try #require(SQLiteConformanceTests.harness.watched(ForgottenCopy.self))
        let directory = try TemporaryDirectory()
        let schema = try Schema("Parcels", configurations: ["All": [Parcel.self]])
        let stack = try PersistentStack(schema, registry: StoreRegistry(backends: [harness.backend]))
        try await stack.attachPersistentStore(
            at: directory.path(of: "old"), for: StoreConfiguration(name: "All", type: .sqlite))
        try await stack.start()
        try await stack.perform { context in
            for id in 1...3 { try context.insert(Parcel(id: id)) }
            try context.save()
        }
        let error = await #expect(throws: GranaryError.self) {
            try await stack.moveStore(named: "All", to: directory.path(of: "new/deeper"))
        }
        #expect(error?.code == .corrupt)
        #expect(stack.isReady)
        #expect(try await stack.perform { try $0.count(Parcel.all) } == 3)
        #expect(directory.names == ["old"])
        try await stack.close()
    }

    /// A process that is killed while it writes where a store comes from leaves a part of that at the new place.
    @Test(.timeLimit(.minutes(2))) func anUnfinishedNoteGoesWithTheMove() throws {
        let harness = try Harness()
        try harness.open().close()
        let left = harness.directory.path(of: ".new.sqlite.from.new")
        try MoveNotes(harness.path, place: StorePlace(.sqlite, store: "Default", path: harness.path))
            .writeIntent(harness.directory.path(of: "new.sqlite"))
        try #require(FileManager.default.createFile(atPath: left, contents: nil))
        try harness.open().close()
        #expect(harness.directory.names == ["default.sqlite"])
    }
}

@Model final class Parcel {
    var id: Int
}
