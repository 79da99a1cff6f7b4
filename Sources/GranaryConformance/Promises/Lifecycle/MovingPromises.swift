import FoundationEssentials
import Granary

/// A store moves to another place while its stack runs, as a whole, or stays where it is.
enum MovingPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { content + configurations + recording + without }

    /// A promise about separate stores, at a place called `first`; stores at `second` are removed afterwards too.
    static func moves(
        _ name: String, needs: Capabilities = [], _ topology: ConformanceTopology = .together,
        _ body: @escaping @Sendable (MovingScene) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: Capabilities.moving.union(needs), topology) { bench in
            let scene = MovingScene(bench: bench, stack: try bench.anotherStack(at: "first"))
            do {
                try await bench.withStack(scene.stack) { _ in
                    // If nothing moves, there is nothing to wait for.
                    if !bench.harness.capabilities.contains(.moving) { try await scene.move(to: "second") }
                    try await body(scene)
                }
            } catch {
                try? scene.destroy()
                throw error
            }
            try scene.destroy()
        }
    }

    private static let content: [ConformancePromise] =
        everywhere([
            moves("A moved store holds what it held, and is the same store") { scene in
                try await scene.fill()
                let (before, identity) = (try await scene.dump(), try scene.identity())
                try await scene.move(to: "second")
                try expectEqual(try await scene.dump(), before, "what it holds")
                try expectEqual(try scene.identity(), identity, "its identity")
                try scene.expectNothing(at: "first")
            }
        ])
        + [
            moves("What is saved after a move is found by the next start, at the new place") { scene in
                try await scene.fill()
                try await scene.move(to: "second")
                try await scene.bench.saveTag("later", in: scene.stack)
                let before = try await scene.dump()
                try await scene.stack.stop()
                let again = try scene.bench.anotherStack(at: "second")
                try await scene.bench.withStack(again) {
                    try expectEqual(try await MovingScene.dump($0), before, "what the next start finds")
                }
            },
            moves("A place that a store has left is empty, and another store may begin there") { scene in
                try await scene.fill()
                try await scene.move(to: "second")
                let again = try scene.bench.anotherStack(at: "first")
                try await scene.bench.withStack(again) {
                    try expectEqual(try await scene.bench.books(in: $0), 0, "books at the old place")
                }
                try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books at the new one")
            },
            moves("A store moves twice, and back") { scene in
                try await scene.fill()
                let before = try await scene.dump()
                try await scene.move(to: "second")
                try await scene.move(to: "third")
                try await scene.move(to: "first")
                try expectEqual(try await scene.dump(), before, "what it holds")
                try scene.expectNothing(at: "second")
                try scene.expectNothing(at: "third")
                try await scene.bench.saveTag("at home", in: scene.stack)
            },
            moves("A stopped stack moves a store too") { scene in
                try await scene.fill()
                let before = try await scene.dump()
                try await scene.stack.stop()
                try await scene.move(to: "second")
                try scene.expectNothing(at: "first")
                try expect(!scene.stack.isStarted, "it stays stopped")
                try await scene.stack.start()
                try expectEqual(try await scene.dump(), before, "what it holds")
            },
            moves("A store that was never made is made at the place that it was moved to") { scene in
                try await scene.stack.stop()
                try scene.destroy()
                try await scene.move(to: "second")
                try await scene.stack.start()
                try await scene.bench.saveTag("t", in: scene.stack)
                try scene.expectNothing(at: "first")
            },
            moves("A moved store gives out no integer key that it gave out before") { scene in
                let card = try scene.bench.entity("Card")
                func reserve() throws -> Int64 {
                    let coordinator = try scene.stack.coordinator()
                    let store = coordinator.members[try coordinator.storeIndex(of: card)].store
                    let session = try store.makeSession()
                    defer { session.end() }
                    return try session.reserveKeys(7, of: card)
                }
                let first = try reserve()
                try await scene.move(to: "second")
                try expect(try reserve() >= first + 7, "a key is given out twice")
            },
            moves("A moved store notices conflicts with what was read before") { scene in
                try await scene.fill()
                let context = try scene.stack.makeContext()
                let book = try unwrap(try context.object(ObjectID<Book>(1)), "the book")
                try await scene.move(to: "second")
                try await scene.stack.perform { other in
                    try other.object(ObjectID<Book>(1))?.title = "theirs"
                    try other.save()
                }
                book.title = "mine"
                try expectError(.conflict, "the save") { try context.save() }
            },
            moves(
                "Files of a moved store are for their owner only, and so are directories made for it",
                needs: .files
            ) {
                scene in
                try await scene.fill()
                try await scene.stack.moveStore(
                    named: "Operations", to: "\(scene.bench.directory)/deep/deeper")
                let tree = FileTree("\(scene.bench.directory)/deep")
                for file in try tree.files { try expectEqual(tree.mode(file), 0o600, file) }
                for directory in try tree.directories {
                    try expectEqual(tree.mode(directory), 0o700, directory)
                }
                try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
                try scene.expectNothing(at: "first")
                try await scene.stack.destroyPersistentStores()
            },
        ]

    private static let configurations: [ConformancePromise] = [
        moves("Configurations that share a store move together") { scene in
            try await scene.fill()
            try await scene.move("Reference", to: "second")
            let type = scene.bench.harness.backend.type
            let wanted = try scene.bench.configurations(at: "second").map(type.location(of:))
            try expectEqual(try scene.stack.attachedStores.map(type.location(of:)), wanted, "places")
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
            try expectEqual(
                try await scene.stack.perform { try $0.count(Author.all) }, Library.authors.count, "authors")
        },
        moves("A store moves alone, and relationships into other stores go on", .apart) { scene in
            try await scene.fill()
            let before = try await scene.dump()
            let other = try scene.stack.coordinator().members.map { ObjectIdentifier($0.store) }
            try await scene.move("Reference", to: "second")
            try expectEqual(try await scene.dump(), before, "what both hold")
            let members = try scene.stack.coordinator().members
            try expectEqual(
                members.filter { other.contains(ObjectIdentifier($0.store)) }.count, 1,
                "stores that stay open")
            try scene.expectNothing(at: "first", of: "Reference")
        },
        moves("Moving a store to where it is does nothing") { scene in
            try await scene.fill()
            try await scene.move(to: "first")
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
            try expect(scene.stack.isReady, "it is ready")
        },
        moves("A store is not moved into itself, and nothing of the attempt is left") {
            scene in
            try await scene.fill()
            let type = scene.bench.harness.backend.type
            let path = try unwrap(
                type.location(of: scene.bench.configuration("Operations", at: "first")), "the place")
            let before = try FileTree(scene.bench.directory).paths
            for location in [path, "\(path)/deep/deeper"] {
                do {
                    try await scene.stack.moveStore(named: "Operations", to: location)
                    throw ConformanceFailure(.broken, "it was moved to \(location)")
                } catch let error as GranaryError {
                    let codes: [GranaryError.Code] = [.configuration, .denied]
                    try expect(codes.contains(error.code), "\(location): \(error)")
                }
            }
            try expectEqual(try FileTree(scene.bench.directory).paths, before, "files")
            try await scene.move(to: "second")
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
        },
        moves("Only a store that is attached can be moved, and its new configuration is of its name and type")
        {
            scene in
            try await expectErrorAsync(.notFound, "a name that is not attached") {
                try await scene.stack.moveStore(
                    named: "Nothing", to: scene.bench.configuration("Operations", at: "second"))
            }
            try await expectErrorAsync(.configuration, "another name") {
                try await scene.stack.moveStore(
                    named: "Operations", to: scene.bench.configuration("Reference", at: "second"))
            }
            var other = try scene.bench.configuration("Operations", at: "second")
            other.type = "something else"
            try await expectErrorAsync(.configuration, "another type") {
                try await scene.stack.moveStore(named: "Operations", to: other)
            }
            try await scene.bench.saveTag("t", in: scene.stack)
        },
        moves("A read-only store is not moved") { scene in
            try await scene.fill()
            try await scene.stack.stop()
            let stack = try scene.bench.stack(
                of: scene.bench.configurations(at: "first") { $0.isReadOnly = true })
            try await scene.bench.withStack(stack) { stack in
                try await expectErrorAsync(.denied, "moving") {
                    try await stack.moveStore(
                        named: "Operations", to: scene.bench.configuration("Operations", at: "second"))
                }
                try expectEqual(try await scene.bench.books(in: stack), 10, "books")
            }
        },
        moves("While a store moves its status says so, and that of the others that they wait", .apart) {
            scene in
            try await scene.fill()
            let (stack, seen) = (scene.stack, Seen())
            try await scene.move("Reference", to: "second") { _ in
                seen.note("\(stack.status)")
                seen.note("\(stack.isReady)")
            }
            try expect(
                seen.all.first?.hasPrefix("suspended\n") == true
                    && seen.all.first?.contains("): suspended") == true, "\(seen.all)")
            try expectEqual(seen.all.last, "false", "whether it was ready")
            try expect(stack.isReady, "it is ready")
        },
    ]

    private static let recording: [ConformancePromise] = [
        moves("What records a move cannot change which stores are open") { scene in
            let stack = scene.stack
            try await scene.move(to: "second") { _ in
                try expectError(.invalidObject, "attaching") { try stack.attachPersistentStores(for: []) }
                try expectError(.invalidObject, "stopping") { try stack.stop() }
                try expectError(.invalidObject, "moving") { try stack.moveStore(named: "All", to: "third") }
            }
            try await scene.bench.saveTag("afterwards", in: stack)
        },
        moves("The new place is told when the store is there, and before the old one is forgotten") { scene in
            try await scene.fill()
            let (bench, seen) = (scene.bench, Seen())
            let inspecting = bench.harness.backend.type as? any InspectableBackend.Type
            let first = try bench.configuration("Operations", at: "first")
            try await scene.move(to: "second") { moved in
                for configuration in moved { seen.note(configuration.name) }
                guard let inspecting, let new = moved.first else { return }
                let (there, left) = (try inspecting.inspect(new), try inspecting.inspect(first))
                seen.note("\(there != nil) \(left == nil)")
                // No empty store is made where this one was.
                let stack = try bench.anotherStack(at: "first")
                try expectError(.notFound, "a start with the old configuration") { try stack.start() }
            }
            let told = inspecting == nil ? [] : ["true true"]
            try expectEqual(seen.all, ["Reference", "Operations"] + told, "what was told")
            try scene.expectNothing(at: "first")
        },
        moves(
            "When the new place cannot be written down, the store is there, and the old configuration is refused"
        ) {
            scene in
            try await scene.fill()
            try await expectErrorAsync(.io, "moving") {
                try await scene.move(to: "second") { _ in throw GranaryError(.io, "The disk is full.") }
            }
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
            let again = try scene.bench.anotherStack(at: "first")
            let error = try expectError(.notFound, "a start with the old configuration") { try again.start() }
            try expect(error.message.contains("moved"), error.message)
            try expectEqual(again.status.phase, .stopped, "the phase")
            // It may still move back, which forgets where it was.
            try await scene.move(to: "first")
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
            try scene.expectNothing(at: "second")
        },
        moves("Destroying the store of a place that was left removes what it says of the new one") { scene in
            try await scene.fill()
            try await expectErrorAsync(.io, "moving") {
                try await scene.move(to: "second") { _ in throw GranaryError(.io, "The disk is full.") }
            }
            let again = try scene.bench.anotherStack(at: "first")
            try await again.destroyPersistentStores()
            try scene.expectNothing(at: "first")
            try await scene.bench.withStack(again) {
                try expectEqual(try await scene.bench.books(in: $0), 0, "books of a new store")
            }
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
        },
    ]

    private static let without: [ConformancePromise] = [
        promise("A store of a type that does not move says so, and stays at work") { bench in
            let type = bench.harness.backend.type
            try expectEqual(
                type is any MovingBackend.Type, type.capabilities.contains(.moving),
                "whether the type can move stores, and says so")
            if bench.harness.capabilities.contains(.moving) { return }
            try await bench.saveLibrary()
            try await expectErrorAsync(.unsupported, "moving") {
                try await bench.stack.moveStore(
                    named: "Operations", to: bench.configuration("Operations", at: "second"))
            }
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
        },
        promise("A stack that was destroyed or closed moves nothing and says so") { bench in
            let target = try bench.configuration("Operations", at: "second")
            let destroyed = try bench.anotherStack(at: "first")
            try await destroyed.start()
            try await destroyed.destroy()
            try await expectErrorAsync(.destroyed, "moving") {
                try await destroyed.moveStore(named: "Operations", to: target)
            }
            let closed = try bench.anotherStack(at: "first")
            try await closed.close()
            try await expectErrorAsync(.closed, "moving") {
                try await closed.moveStore(named: "Operations", to: target)
            }
        },
    ]
}
