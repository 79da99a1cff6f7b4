import Granary
import GranaryConformance
import Testing

/// Attaching, starting, stopping and closing: everything or nothing, and nothing stays half-open.
@Suite(.timeLimit(.minutes(1))) struct PersistentStackTests {
    /// A stack of three configurations whose stores are at a place of their own.
    private func stack(_ files: [String: String] = [:], at place: String = #function) throws
        -> PersistentStack
    {
        let schema = try Schema(
            "League",
            configurations: [
                "A": [Tag.self, Player.self, Team.self], "B": [Contract.self], "C": [Trophy.self],
            ])
        let stack = PersistentStack(schema, registry: try StoreRegistry([RecordingBackend.self]))
        try stack.attachPersistentStores(
            at: place,
            for: ["A", "B", "C"].map { StoreConfiguration(name: $0, type: "recording", file: files[$0]) })
        return stack
    }

    @Test func optionsAreCheckedWhereverAStoreIsAttached() throws {
        let stack = try stack()
        try stack.detachPersistentStore("C")
        for (options, words) in [
            (["cachesize": "1"], "Did you mean “cacheSize”?"), (["cacheSize": "2kB"], "“2kB” is not a size"),
        ] {
            let error = #expect(throws: GranaryError.self) {
                try stack.attachPersistentStore(
                    for: StoreConfiguration(name: "C", type: "recording", options: StoreOptions(options)))
            }
            #expect(error?.code == .configuration)
            #expect(error?.message.contains(words) == true)
        }
        let outside = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStore(
                for: StoreConfiguration(name: "C", type: "recording", file: "../c"))
        }
        #expect(outside?.context.keyPath == "stores.C.file")
        #expect(stack.attachedStores.map(\.name) == ["A", "B"])
    }

    @Test func whenOneStoreDoesNotOpenNoneStaysOpen() throws {
        let stack = try stack(["C": "unopenable"])
        let error = #expect(throws: GranaryError.self) { try stack.start() }
        #expect(error?.code == .corrupt)
        #expect(error?.context.store == "C")
        #expect(!stack.isStarted)
        #expect(RecordingBackend.events(at: "\(#function)") == ["open A", "open B", "close A", "close B"])
    }

    @Test func aStoreIsStartedAfterAnotherConfigurationCouldNotShareIt() throws {
        let stack = try stack(["A": "unshared"])
        try stack.detachPersistentStore("B")
        try stack.start()
        let error = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStore(
                at: "\(#function)",
                for: StoreConfiguration(name: "B", type: "recording", file: "unshared"))
        }
        #expect(error?.code == .incompatible)
        let others = stack.status.stores.filter { $0.name != "B" }.map(\.description)
        #expect(others == ["A (recording): started", "C (recording): started"])
        #expect(stack.attachedStores.map(\.name) == ["A", "C"])
    }

    @Test func everyStoreIsClosedThoughOneFails() throws {
        let stack = try stack(["A": "unclosable"])
        try stack.start()
        let error = #expect(throws: GranaryError.self) { try stack.stop() }
        #expect(error?.code == .io)
        #expect(!stack.isStarted)
        #expect(RecordingBackend.events(at: "\(#function)").suffix(3) == ["close A", "close B", "close C"])
        try stack.stop()
        try stack.start()
        #expect(stack.isStarted)
    }

    @Test func furtherFailuresToCloseAreToldAsUnattended() async throws {
        let stack = try stack(["A": "unclosable"])
        try await stack.detachPersistentStore("B")
        try await stack.attachPersistentStore(
            at: "another place", for: StoreConfiguration(name: "B", type: "recording", file: "unclosable"))
        try await stack.start()
        var errors = stack.errors.makeAsyncIterator()
        await #expect(throws: GranaryError.self) { try await stack.stop() }
        let told = await errors.next()
        #expect(told?.work == .closing && told?.error.code == .io && told?.number == 1)
    }

    @Test func aStoreThatDoesNotCloseIsDetachedAllTheSame() throws {
        let stack = try stack(["A": "unclosable"])
        try stack.start()
        #expect(throws: GranaryError.self) { try stack.detachPersistentStores(["A", "B"]) }
        #expect(stack.attachedStores.map(\.name) == ["C"])
        #expect(RecordingBackend.events(at: "\(#function)").suffix(2) == ["close A", "close B"])
        #expect(throws: GranaryError.self) { try stack.detachPersistentStore("A") }
    }

    @Test func detachingOpensAndClosesNothingElse() throws {
        let stack = try stack()
        try stack.start()
        try stack.start()
        try stack.detachPersistentStore("B")
        try stack.attachPersistentStore(
            at: "\(#function)", for: StoreConfiguration(name: "B", type: "recording"))
        #expect(
            RecordingBackend.events(at: "\(#function)") == [
                "open A", "open B", "open C", "close B", "open B",
            ])
    }

    @Test func destroyingStopsFirst() throws {
        let stack = try stack()
        try stack.start()
        try stack.destroyPersistentStores()
        #expect(!stack.isStarted)
        #expect(
            RecordingBackend.events(at: "\(#function)").suffix(6) == [
                "close A", "close B", "close C", "destroy A", "destroy B", "destroy C",
            ])
    }

    /// A stack that ends while others try to start it opens nothing behind its end.
    @Test func nothingIsOpenedBehindADestruction() async throws {
        for round in 0..<200 {
            let place = "\(#function) \(round)"
            let stack = try stack(at: place)
            try await stack.start()
            try await withThrowingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        while stack.status.phase != .destroyed {
                            do {
                                try await stack.start()
                            } catch GranaryError.Code.destroyed {
                                return
                            }
                        }
                    }
                }
                group.addTask { try await stack.destroy() }
                try await group.waitForAll()
            }
            let events = RecordingBackend.events(at: place)
            #expect(events.suffix(3) == ["destroy A", "destroy B", "destroy C"], "\(events)")
        }
    }

    @Test func aClosedStackStaysClosed() async throws {
        let stack = try makeStack()
        try await stack.close()
        try await stack.close()
        try await stack.stop()
        #expect(!stack.isStarted)
        let refused = "The stack “League” has been closed for good; make another."
        var errors: [(any Error)?] = []
        errors.append(await #expect(throws: GranaryError.self) { try await stack.start() })
        errors.append(
            await #expect(throws: GranaryError.self) { try await stack.detachPersistentStore("All") })
        errors.append(#expect(throws: GranaryError.self) { try stack.makeContext() })
        errors.append(await #expect(throws: GranaryError.self) { try await stack.perform { _ in } })
        errors.append(await #expect(throws: GranaryError.self) { try await mainContextMissing(stack) })
        for error in errors {
            let error = try #require(error as? GranaryError)
            #expect(error.code == .closed)
            #expect(error.message == refused)
        }
        try await stack.destroyPersistentStores()
    }

    @MainActor private func mainContextMissing(_ stack: PersistentStack) throws { _ = try stack.mainContext }

    @Test func closingWaitsForWorkThatHasBegun() async throws {
        let stack = try makeStack()
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            try await stack.perform { context in
                signal.yield()
                for number in 1...200 { try context.insert(Player(id: number, name: "P", score: number)) }
                try context.save()
                return try context.count(Player.all)
            }
        }
        for await _ in begun { break }
        try await stack.close()
        #expect(try await work.value == 200)
    }
}
