import Granary

/// A backend keeps its claims, and the claims agree with each other.
enum CapabilityPromises: PromiseList {
    static let category = ConformanceCategory.capabilities

    static var promises: [ConformancePromise] { claims + abilities }

    private static let claims: [ConformancePromise] = [
        promise("An open store can do what its type claims") { bench in
            for member in try bench.stack.coordinator().members {
                let missing = bench.harness.capabilities.subtracting(member.store.capabilities)
                try expectEqual(missing, [], "capabilities of the type that the store lacks")
            }
        },
        promise("A store that is durable or kept in files is persistent") { bench in
            let claimed = bench.harness.capabilities
            for capability in [Capabilities.durable, .files, .severalProcesses]
            where claimed.contains(capability) {
                try expect(
                    claimed.contains(.persistent),
                    "a capability is claimed that needs `persistent`, which is not")
            }
            try expect(
                !claimed.contains(.severalProcesses) || claimed.contains(.concurrentSessions),
                "`severalProcesses` is claimed without `concurrentSessions`")
        },
        promise("A persistent store has a place, and another place for another store") { bench in
            let type = bench.harness.backend.type
            let places = try ["one", "two"].map { try type.location(of: bench.configurations(at: $0)[0]) }
            if bench.harness.capabilities.contains(.persistent) {
                try expect(
                    !places.contains(nil) && places[0] != places[1],
                    "the places of two stores are missing or equal: \(places)")
            }
        },
        promise("The same configuration is at the same place each time it is asked for") { bench in
            let type = bench.harness.backend.type
            for configuration in try bench.configurations() {
                try expectEqual(
                    try type.location(of: configuration), try type.location(of: configuration), "the place")
            }
        },
        promise("No two capabilities have one name, and every claim has one") { bench in
            try expectEqual(
                Set(Capabilities.all.map(\.name)).count, Capabilities.all.count,
                "distinct names of capabilities")
            let known = Capabilities.all.reduce(into: Capabilities()) { $0.formUnion($1.capability) }
            try expect(
                bench.harness.capabilities.isSubset(of: known), "the backend claims unknown capabilities")
        },
    ]

    private static let abilities: [ConformancePromise] = [
        promise("Sessions side by side read at the same time", needs: .concurrentSessions) { bench in
            try await bench.saveLibrary()
            let (store, book) = (try bench.store(of: "Book"), try bench.entity("Book"))
            let sessions = try (0..<6).map { _ in try store.makeSession() }
            defer { for session in sessions { session.end() } }
            let cursors = try sessions.map { try $0.fetch(FetchRequest(entity: book)).cursor }
            for row in 0..<10 {
                for cursor in cursors { try expect(try cursor.advance(), "row \(row) is missing") }
            }
            for cursor in cursors { cursor.close() }
        },
        promise("Sessions prepare saves and answer native queries where that is claimed, and nowhere else") {
            bench in
            try bench.withSession(of: "Tag") { session, _ in
                let claimed = bench.harness.capabilities
                try expectEqual(
                    session is any StagingSession, claimed.contains(.staging), "whether sessions stage saves")
                try expectEqual(
                    session is any NativeSession, claimed.contains(.nativeQueries),
                    "whether sessions answer native queries")
            }
        },
        promise("A session tells the number of the newest save in its snapshot", needs: .orderedSaves) {
            bench in
            let (store, tag) = (try bench.store(of: "Tag"), try bench.entity("Tag"))
            let sessions = try (0..<2).map { _ in try store.makeSession() }
            defer { for session in sessions { session.end() } }
            let reader = try unwrap(
                sessions[0] as? any OrderedSession, "a session that knows the newest save")
            let writer = sessions[1]
            func commit(_ word: String) throws -> Int64 {
                let result = try writer.commit(.inserting(tag, ["word": .text(word)]))
                return result.version
            }
            let first = try commit("first")
            try reader.refresh()
            try expectEqual(try reader.newestSave(), first, "the newest save")
            let second = try commit("second")
            try expectEqual(try reader.newestSave(), first, "the newest save of the same snapshot")
            try expectEqual(try reader.counted(FetchRequest(entity: tag)), 1, "rows of the same snapshot")
            try expectError(.constraint, "the commit") { _ = try commit("second") }
            try reader.refresh()
            try expectEqual(try reader.newestSave(), second, "the newest save of the next snapshot")
            try expect(second > first, "the later save has the smaller number")
        },
        promise("A session is free for the next one once it ends") { bench in
            for _ in 0..<500 {
                try bench.withSession(of: "Tag") { session, tag in
                    _ = try session.count(FetchRequest(entity: tag))
                }
            }
        },
        promise("Indexed equality is served by an index", needs: .indexes) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let plan = try context.explain(Book.where { $0.pages == 96 })
                try expect(plan.store.index != nil, "no index is used: \(plan.store.statement)")
                try expect(!plan.store.scansAllRows, "all rows are read: \(plan.store.statement)")
                try expectEqual(
                    plan.storeType, bench.harness.backend.type.type.name, "the store type in the plan")
            }
        },
        promise("References are checked by the engine", needs: .referenceChecks) { bench in
            try bench.withSession(of: "Chapter") { session, chapter in
                let row: [String: Value] = [
                    "volume": .text("v"), "position": .integer(1), "heading": .text("h"),
                    "book": .integer(99),
                ]
                let error = try expectError(.constraint, "the commit") {
                    _ = try session.commit(.inserting(chapter, row))
                }
                try expectEqual(error.context.constraint, .reference, "the constraint in the error")
                try expectEqual(try session.counted(FetchRequest(entity: chapter)), 0, "chapters")
            }
        },
        promise("A pair of objects that do not exist is refused", needs: .referenceChecks) { bench in
            let link = try unwrap(
                bench.stack.schema.links.first {
                    $0.firstEntity.name == "Book" || $0.secondEntity.name == "Book"
                },
                "a table of pairs")
            try bench.withSession(of: "Book") { session, _ in
                var changes = ChangeSet()
                var batch = LinkBatch(table: link)
                let keys: [ObjectKey] =
                    link.firstEntity.name == "Book" ? [.integer(7), .text("x")] : [.text("x"), .integer(7)]
                batch.added = [(keys[0], keys[1])]
                changes.links = [batch]
                try expectError(.constraint, "the commit") { _ = try session.commit(changes) }
            }
        },
        promise("A unit of work with a long engine call ends soon when it is cancelled") { bench in
            try await bench.save { context in
                for id in 0..<2_000 { try context.insert(Finding(id: id, int: id % 7, string: "text \(id)")) }
            }
            let begun = AsyncStream<Void>.makeStream()
            let task = Task {
                try await bench.perform { context in
                    begun.continuation.finish()
                    for round in 0..<100_000 {
                        let text = "nothing \(round)"
                        _ = try context.fetch(
                            Finding.where {
                                $0.string.contains(text, [.caseInsensitive, .diacriticInsensitive])
                            })
                    }
                }
            }
            for await _ in begun.stream {}
            let start = ContinuousClock.now
            task.cancel()
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expect(
                ContinuousClock.now - start < .seconds(10), "the call ran for \(ContinuousClock.now - start)")
            try expectEqual(try await bench.perform { try $0.count(Finding.all) }, 2_000, "findings")
        },
    ]
}
