import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Graphs that are followed.
enum ContinuedGraphPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A continued graph follows its roots") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            var reader = bench.repositories.observeGraph(of: world.voyages, including: { $0.entries })
                .makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.roots.count == 3 && first.isComplete)
            let id = first.roots[0].objectID
            try await bench.save { try required(try $0.object(id)).title = "renamed" }
            let second = try required(try await reader.next())
            try expect(second[id]?.title == "renamed" && second.isComplete && second.missing.isEmpty)
        },
        promise("A continued graph follows its parts") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            var reader = bench.repositories.observeGraph(
                of: world.voyages, including: { $0.entries.sailor.home }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            let home = first.objects(Harbor.self)[0].objectID
            let asked = try await bench.counting {
                try await bench.save { try required(try $0.object(home)).name = "new" }
                let second = try required(try await reader.next())
                try expect(second[home]?.name == "new" && second.isComplete)
            }
            try expect(asked.isEmpty)
        },
        promise("A continued graph asks once for what it refers to newly") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            var reader = bench.repositories.observeGraph(
                of: world.voyages, including: { $0.entries.sailor }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            let asked = try await bench.counting {
                try await bench.save { context in
                    let voyage = Voyage("fourth")
                    try context.insert(voyage)
                    try context.insert(LogEntry("new", voyage: voyage))
                }
                let second = try required(try await reader.next())
                try expect(second.roots.count == 4 && second.isComplete, "\(second.missing)")
                let voyage = try required(second.roots.first { $0.title == "fourth" })
                try expect(second.follow(voyage) { $0.entries }.map(\.text) == ["new"])
                let id = first.roots[0].objectID
                try await bench.save { try required(try $0.object(id)).title = "renamed" }
                try await expectAsync(try await reader.next()?[id]?.title == "renamed")
            }
            // For the entries of the new voyage alone.
            try expect(asked == ["LogEntry": 1], "\(asked)")
            try expect(bench.requests.value.last?.keys == nil)
        },
        promise("A continued graph asks for new references as its policy says") { ground in
            let bench = try await GraphBench(ground)
            let seen = Mutexed<[Int]>([])
            var reader = bench.repositories.observeGraph(
                of: Voyage.all, .local,
                including: {
                    GraphPart(
                        $0.harbor,
                        fetching: { request in
                            seen.value.append(request.ids.count)
                            return request.ids.map { id in
                                var harbor = Harbor("own").snapshot
                                harbor.id = id.key
                                return harbor
                            }
                        })
                }
            ).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.roots.isEmpty == true)
            for (count, name) in ["a", "b"].enumerated() {
                try await bench.save { context in
                    try context.insert(Voyage(name, harbor: Harbor(name)))
                }
                let graph = try required(try await reader.next())
                // What the store has counts.
                try expect(graph.objects(Harbor.self).count == count + 1)
                try expect(Set(graph.objects(Harbor.self).map(\.name)).isSubset(of: ["a", "b"]))
            }
            try expect(seen.value.isEmpty)
        },
        promise("A continued graph keeps what a program has returned for it") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let calls = Counter()
            var reader = bench.repositories.observeGraph(
                of: world.voyages,
                including: {
                    GraphPart(
                        $0.entries,
                        fetching: { request in
                            calls.add()
                            return request.owners(Voyage.self).map { owner in
                                var entry = LogEntry("own").snapshot
                                entry.voyage = owner.key
                                return entry
                            }
                        })
                }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            let (kept, gone) = (first.roots[0].objectID, first.roots[1].objectID)
            let entry = try required(first.follow(kept) { $0.entries }.first)
            try await bench.save { context in
                try context.delete(try required(try context.object(gone)))
                try required(try context.object(kept)).title = "renamed"
            }
            let second = try required(try await reader.next())
            try expect(second.objects(LogEntry.self).count == 2 && second.isComplete && calls.value == 1)
            var stored = entry
            stored.text = "stored"
            let row = stored
            try await bench.save { try $0.insert(LogEntry(row)) }
            try await expectAsync(try await reader.next()?[entry.objectID]?.text == "stored")
        },
        promise("A continued graph notices deletions") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            var reader = bench.repositories.observeGraph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries
                }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            let entry = first.objects(LogEntry.self)[0].objectID
            try await bench.save { try $0.delete(try required(try $0.object(entry))) }
            let second = try required(try await reader.next())
            try expect(second[entry] == nil && second.objects(LogEntry.self).count == 2 && second.isComplete)
            let root = first.roots[0].objectID
            try await bench.save { try $0.delete(try required(try $0.object(root))) }
            let third = try required(try await reader.next())
            try expect(third.roots.count == 2 && third[root] == nil && third.isComplete)
        },
        promise("A continued graph follows pairs") { ground in
            let bench = try await GraphBench(ground)
            try await bench.save { context in
                try context.insert(Harbor("a"))
                try context.insert(Canal("north"))
            }
            var reader = bench.repositories.observeGraph(of: Harbor.all, .local, including: { $0.canals })
                .makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.objects(Canal.self).isEmpty)
            try await bench.save { context in
                let canals = try context.fetch(Canal.all)
                for harbor in try context.fetch(Harbor.all) { harbor.canals.append(contentsOf: canals) }
            }
            let second = try required(try await reader.next())
            try expect(second.follow(second.roots[0]) { $0.canals }.map(\.name) == ["north"])
            try await bench.save { context in
                for harbor in try context.fetch(Harbor.all) { harbor.canals.removeAll() }
            }
            try await expectAsync(try await reader.next()?.objects(Canal.self).isEmpty == true)
        },
        promise("A continued graph has no element without a difference") { ground in
            let (bench, _) = try await GraphPromises.world(ground)
            let query = Voyage.where { $0.title != "other" }
            var reader = bench.repositories.observeGraph(of: query, including: { $0.harbor })
                .makeAsyncIterator()
            try await expectAsync(try await reader.next()?.roots.count == 3)
            for round in 4..<14 {
                async let written: Void = write(bench, query)
                let graph = try await reader.next()
                try await written
                try expect(graph?.roots.count == round, "\(graph?.roots.count ?? 0) of \(round)")
            }
        },
        promise("A continued graph begins offline and goes on with the connection") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.client.server.set { $0.isOffline = true }
            var reader = bench.repositories.observeGraph(of: world.voyages, including: { $0.entries.sailor })
                .makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.roots.isEmpty && first.roots.remoteError?.code == .unavailable)
            bench.client.server.set { $0.isOffline = false }
            bench.repositories.networkIsBack()
            var graph = first
            while !graph.isComplete { graph = try required(try await reader.next()) }
            try expect(graph.roots.count == 3 && graph.objects(Sailor.self).count == 2)
        },
        promise("A continued graph is asked for again if the connection is back at once") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.client.server.set { $0.isOffline = true }
            let (server, repositories) = (bench.client.server, bench.repositories)
            try await bench.save { try $0.insert(Voyage("here")) }
            var reader = repositories.observeGraph(
                of: world.voyages,
                including: {
                    GraphPart(
                        $0.entries,
                        fetching: { _ in
                            server.set { $0.isOffline = false }
                            repositories.networkIsBack()
                            return []
                        })
                }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.roots.remoteError?.code == .unavailable)
            try await expectAsync(try await reader.next()?.roots.count == 4)
        },
        promise("A continued graph goes on with a source that was not there") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            serve(posts, authors)
            let repositories = try await ground.client(posts: posts).repositories
            var reader = repositories.observeGraph(of: Post.all, including: { $0.author }).makeAsyncIterator()
            var graph = try required(try await reader.next())
            try expect(graph.roots.count == 1 && graph.objects(Author.self).isEmpty && !graph.isComplete)
            repositories.use(authors, named: "authors")
            while !graph.isComplete { graph = try required(try await reader.next()) }
            try expect(graph.objects(Author.self).map(\.name) == ["theirs"])
        },
        promise("A continued graph goes on with whichever source is back first") { ground in
            for first in ["", "authors"] {
                try await ground.apart { ground in
                    let (posts, authors) = (ScriptedServer(), ScriptedServer())
                    serve(posts, authors)
                    authors.set { $0.isOffline = true }
                    let repositories = try await ground.client(posts: posts, authors: authors).repositories
                    _ = try await repositories.graph(of: Post.all, including: { $0.author })
                    posts.set { $0.isOffline = true }
                    _ = try await repositories[Post.self].fetch(.named("nothing"))
                    var reader = repositories.observeGraph(of: Post.all, including: { $0.author })
                        .makeAsyncIterator()
                    var graph = try required(try await reader.next())
                    try expect(graph.roots.remoteError != nil && graph.objects(Author.self).isEmpty)
                    (first.isEmpty ? posts : authors).set { $0.isOffline = false }
                    if first.isEmpty {
                        _ = try await repositories[Post.self].fetch(.named("nothing"), .remote)
                        while graph.roots.remoteError != nil { graph = try required(try await reader.next()) }
                    } else {
                        _ = try await repositories[Author.self].fetch(.named("nothing"), .remote)
                        while graph.objects(Author.self).isEmpty {
                            graph = try required(try await reader.next())
                        }
                    }
                }
            }
        },
        promise("Continued graphs do not have each other ask a server without end") { ground in
            let gate = TaskGate()
            let clock = RecordingClock { await gate.wait() }
            var times = SyncTimes()
            times.clock = clock
            let (bench, world) = try await GraphPromises.world(ground, times: times)
            bench.fleet.value.broken = ["Harbor": ScriptedServer.noConnection]
            // A sailor would have the harbor asked for that is not here.
            bench.fleet.value.sailors = []
            let repositories = bench.repositories
            async let first = repositories.wholeGraph(of: world.voyages)
            async let second = repositories.wholeGraph(of: Voyage.where { $0.title != "other" })
            // Each request reaches the server, until both graphs have found out that this does not help them.
            var rounds = 0
            while clock.waits.count < 2 {
                rounds += 1
                try expect(rounds < 10_000 && bench.asked.filter { $0 == "Harbor" }.count < 20)
                _ = try await repositories[Sailor.self].fetch(Sailor.all, .remote)
            }
            let asked = try await bench.counting {
                for _ in 0..<10 { _ = try await repositories[Sailor.self].fetch(Sailor.all, .remote) }
            }
            // What was asked for behind a graph may still have been under way.
            try expect(asked["Sailor"] == 10 && asked.values.reduce(0, +) <= 14, "\(asked)")
            bench.fleet.value.broken = [:]
            gate.open()
            repositories.networkIsBack()
            let graphs = try await [first, second]
            try expect(graphs.allSatisfy { $0?.objects(Harbor.self).count == 2 })
        },
        promise("A continued graph throws the errors of its roots and goes on") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.fleet.value.broken = ["Voyage": RemoteFailure(500)]
            var reader = bench.repositories.observeGraph(of: world.voyages, including: { $0.harbor })
                .makeAsyncIterator()
            do {
                _ = try await reader.next()
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch is RemoteFailure {}
            bench.fleet.value.broken = [:]
            try await expectAsync(try await reader.next()?.roots.count == 3)
            var wrong = bench.repositories.observeGraph(of: world.voyages, including: .all, depth: 11)
                .makeAsyncIterator()
            do {
                _ = try await wrong.next()
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .query) }
        },
        promise("A continued graph tells that an error is over") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let isBroken = Mutexed(false)
            let contract = Contract().requiring(Voyage.self) { _, _ in
                if isBroken.value { throw GranaryError(.io, "It is broken.") }
                return true
            }
            var reader = bench.repositories.observeGraph(
                of: world.voyages, contract: contract, including: { $0.harbor }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            isBroken.value = true
            try await bench.save { try $0.insert(Harbor("unused")) }
            try await expectThrows(.io) { _ = try await reader.next() }
            isBroken.value = false
            let second = try required(try await reader.next())
            try expect(Array(second.roots) == Array(first.roots) && second.isComplete)
        },
        promise("A continued graph ends with its task") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let graphs = bench.repositories.observeGraph(of: world.voyages, including: .all)
            let first = TaskGate()
            let task = Task {
                var count = 0
                for try await _ in graphs {
                    count += 1
                    first.open()
                }
                return count
            }
            await first.wait()
            task.cancel()
            try await expectAsync(try await task.value == 1)
        },
    ]

    /// Has one server serve a post, and another one its author; neither finds anything by a named query.
    private static func serve(_ posts: ScriptedServer, _ authors: ScriptedServer) {
        let author = Author("theirs").snapshot
        var post = Post("served").snapshot
        post.author = author.id
        posts.put(post)
        authors.put(author)
        for server in [posts, authors] {
            server.set { $0.serve = { $0.name == nil ? nil : RemotePayload() } }
        }
    }

    /// Saves several things that change no graph of a query for voyages, and then one that does.
    private static func write(_ bench: GraphBench, _ query: Query<Voyage>) async throws {
        try await bench.save { try $0.insert(Voyage("other")) }
        try await bench.save { try $0.insert(Harbor("unused")) }
        // Serves the same rows again.
        _ = try await bench.repositories[Voyage.self].fetch(query, .remote)
        try await bench.save { try $0.insert(Voyage("new")) }
    }
}

extension Repositories {
    /// The first state of a graph of voyages and their harbors, all of them asked for, that is complete.
    fileprivate func wholeGraph(of query: Query<Voyage>) async throws -> Graph<Voyage>? {
        for try await graph in observeGraph(of: query, .remoteOrLocal, including: { $0.harbor })
        where graph.isComplete { return graph }
        return nil
    }
}
