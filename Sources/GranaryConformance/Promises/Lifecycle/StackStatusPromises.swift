import Granary
import Synchronization

/// A stack reports the state of each of its stores, and asking never waits for a store.
enum StackStatusPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { told + opening + health }

    private static let health: [ConformancePromise] = [
        promise(
            "A stack that is asked for its health asks each store, and says why one does not answer", .apart
        ) {
            bench in
            let stack = try bench.anotherStack(at: "other")
            let closed = await stack.health()
            try expectEqual(closed.stores.map(\.error?.code), [.closed, .closed], "before the start")
            try await stack.start()
            let health = await stack.health(within: .seconds(60))
            try expect(health.isHealthy && health.phase == .started, "\(health)")
            try expectEqual(health.stores.map(\.name), ["Reference", "Operations"], "the stores")
            try expect(
                health.stores.allSatisfy { $0.error == nil && ($0.answerTime ?? .zero) > .zero }, "\(health)")
            try await stack.suspend()
            let suspended = await stack.health()
            try expect(!suspended.isHealthy && suspended.phase == .suspended, "\(suspended)")
            try expectEqual(suspended.stores.map(\.error?.code), [.suspended, .suspended], "while suspended")
            stack.resume()
            try await stack.detachPersistentStore("Reference")
            let rest = await stack.health(within: .seconds(60))
            try expect(rest.isHealthy, "\(rest)")
            try expectEqual(rest.stores.map(\.name), ["Operations"], "the stores that are left")
            try await stack.attachPersistentStores(
                for: bench.configurations(at: "other").filter { $0.name == "Reference" })
            try await stack.destroyPersistentStores()
            try await stack.close()
        }
    ]

    private static let told: [ConformancePromise] = [
        promise("The status tells which stores are attached, started, detached and destroyed", .apart) {
            bench in
            let stack = try bench.anotherStack(at: "other")
            func state(_ name: String) -> String { stack.status.store(name).map { "\($0.state)" } ?? "none" }
            try expectEqual(stack.status.phase, .stopped, "the phase")
            try expectEqual([state("Reference"), state("Operations")], ["attached", "attached"], "at first")
            try await stack.start()
            try expectEqual(stack.status.phase, .started, "the phase")
            try expectEqual([state("Reference"), state("Operations")], ["started", "started"], "started")
            try await stack.detachPersistentStore("Reference")
            try expectEqual([state("Reference"), state("Operations")], ["detached", "started"], "detached")
            try await stack.destroyPersistentStores(["Operations"])
            try expectEqual(
                [state("Reference"), state("Operations")], ["detached", "destroyed"], "destroyed")
            try await stack.attachPersistentStores(for: bench.configurations(at: "other"))
            try expectEqual([state("Reference"), state("Operations")], ["started", "started"], "again")
            try await stack.stop()
            try expectEqual([state("Reference"), state("Operations")], ["attached", "attached"], "stopped")
            try await stack.destroyPersistentStores()
            try await stack.close()
            try expectEqual(stack.status.phase, .closed, "the phase at the end")
        },
        promise("The status tells whether a store was made by its opening", .apart) { bench in
            let stack = try bench.anotherStack(at: "other")
            func isNew(_ name: String) -> Bool { stack.status.store(name)?.isNew ?? false }
            try expectEqual([isNew("Reference"), isNew("Operations")], [false, false], "before the start")
            try await stack.start()
            // A backend may leave it open whether it has made a store.
            let isTold = try stack.coordinator().members.allSatisfy(\.store.isNew)
            try expectEqual([isNew("Reference"), isNew("Operations")], [isTold, isTold], "made")
            try await stack.stop()
            try expectEqual([isNew("Reference"), isNew("Operations")], [false, false], "stopped")
            try await stack.start()
            let isMadeAgain = isTold && !bench.harness.capabilities.contains(.persistent)
            try expectEqual(
                [isNew("Reference"), isNew("Operations")], [isMadeAgain, isMadeAgain], "opened again")
            try await stack.destroyPersistentStores(["Reference"])
            try expect(!isNew("Reference"), "a destroyed store is new")
            try await stack.attachPersistentStores(
                for: bench.configurations(at: "other").filter { $0.name == "Reference" })
            try expectEqual(
                [isNew("Reference"), isNew("Operations")], [isTold, isMadeAgain], "one made again")
            try await stack.destroyPersistentStores()
            try await stack.close()
        },
        promise("A task that waits until a stack is ready goes on when it is started and resumed") { bench in
            let stack = try bench.anotherStack(at: "other")
            let waiting = Task { try await stack.ready() }
            try await stack.start()
            try await waiting.value
            try await stack.suspend()
            let again = Task { try await stack.ready() }
            stack.resume()
            try await again.value
            try await stack.close()
            try await expectErrorAsync(.closed, "a closed stack") { try await stack.ready() }
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
        promise(
            "The sequence of statuses begins with the present one, tells each last one, and ends with the stack"
        ) { bench in
            let stack = try bench.anotherStack(at: "other")
            let phases = Task {
                var phases: [StackStatus.Phase] = []
                for await status in stack.statuses where phases.last != status.phase {
                    phases.append(status.phase)
                }
                return phases
            }
            try await stack.start()
            try await stack.close()
            let told = await phases.value
            try expectEqual(told.last, .closed, "the last phase")
            let order: [StackStatus.Phase] = [.stopped, .starting, .started, .stopping, .closed]
            try expectEqual(told, order.filter(told.contains), "the order of the phases")
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
    ]

    private static let opening: [ConformancePromise] = [
        promise("The status is told while a store opens, and opening can be cancelled", .apart) { bench in
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(SlowDisk.self)])
            let stack = try PersistentStack(bench.schema(), registry: registry)
            let (gate, begun) = SlowDisk.hold(bench.directory)
            let configurations = [
                try bench.configuration("Reference", at: "other"),
                StoreConfiguration(name: "Operations", type: SlowDisk.type, location: bench.directory),
            ]
            try await stack.start()
            let attaching = Task { try await stack.attachPersistentStores(for: configurations) }
            for await _ in begun {}
            try expectEqual(stack.status.store("Operations").map { "\($0.state)" }, "opening", "the state")
            try expectEqual(stack.attachedStores, [], "attached")
            try expect(stack.isReady, "other work is held up")
            attaching.cancel()
            gate.open()
            try await expectErrorAsync(.cancelled, "attaching") { try await attaching.value }
            try expectEqual(stack.attachedStores, [], "attached")
            try expect(try stack.coordinator().members.isEmpty, "a store is left open")
            try await stack.close()
        },
        promise(
            "A store that cannot be opened has failed, and a task that waits for the stack gets its error",
            .apart
        ) {
            bench in
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let stack = try PersistentStack(bench.schema(), registry: registry)
            try await stack.attachPersistentStores(for: [
                bench.configuration("Reference", at: "other"),
                StoreConfiguration(name: "Operations", type: Unopenable.type),
            ])
            try await expectErrorAsync(.io, "starting") { try await stack.start() }
            try expectEqual(stack.status.phase, .stopped, "the phase")
            try expectEqual(
                stack.status.store("Reference").map { "\($0.state)" }, "attached", "the other one")
            guard case .failed(let error) = stack.status.store("Operations")?.state else {
                throw ConformanceFailure(.broken, "The store has not failed: \(stack.status).")
            }
            try expectEqual(error.context.store, "Operations", "the store that the error names")
            try await expectErrorAsync(.io, "waiting") { try await stack.ready() }
            try await stack.close()
        },
    ]

    /// A backend whose stores open only when the test lets them.
    private enum SlowDisk: StoreBackend {
        private struct Opening {
            let gate: ThreadGate
            let begun: AsyncStream<Void>.Continuation
        }

        private static let openings: Mutex<[String: Opening]> = Mutex([:])

        static let type: StoreType = "slow disk"
        static let capabilities: Capabilities = []
        static let options: [StoreOption] = []

        /// Holds the openings at a location; the stream ends when one has begun.
        static func hold(_ location: String) -> (ThreadGate, AsyncStream<Void>) {
            let (gate, begun) = (ThreadGate(), AsyncStream<Void>.makeStream())
            openings.withLock { $0[location] = Opening(gate: gate, begun: begun.continuation) }
            return (gate, begun.stream)
        }

        static func location(of configuration: StoreConfiguration) -> String? { configuration.location }
        static func open(_ request: StoreOpenRequest) throws -> any Store {
            let opening = openings.withLock { $0[request.configuration.location ?? ""] }
            opening?.begun.finish()
            opening?.gate.pass()
            return ReferenceBackend.open(request)
        }
        static func destroy(_ configuration: StoreConfiguration) {}
    }
}
