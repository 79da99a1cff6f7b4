import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Parts of graphs: how each is read, and what becomes of what could not be had.
enum GraphPartPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A part has the members that meet its condition") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    GraphPart($0.entries) { $0.text == "storm" }; $0.entries.sailor
                })
            try expect(graph.objects(LogEntry.self).map(\.text) == ["storm"] && graph.isComplete)
            try expect(graph.objects(Sailor.self).map(\.name) == ["Bob"])
            try expect(graph.roots.flatMap { graph.follow($0) { $0.entries } }.map(\.text) == ["storm"])
        },
        promise("A part has the targets that meet its condition") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages, including: { GraphPart($0.harbor) { $0.name == "east" } })
            try expect(graph.objects(Harbor.self).map(\.name) == ["east"] && graph.isComplete)
            try expect(graph.roots.compactMap { graph.follow($0) { $0.harbor } }.count == 1)
        },
        promise("A part has the pairs that meet its condition") { ground in
            let bench = try await GraphBench(ground)
            try await bench.save { context in
                let harbor = Harbor("a")
                try context.insert(harbor)
                harbor.canals.append(contentsOf: [Canal("north"), Canal("south")])
            }
            let graph = try await bench.repositories.graph(
                of: Harbor.all, .local, including: { GraphPart($0.canals) { $0.name == "north" } })
            try expect(graph.objects(Canal.self).map(\.name) == ["north"])
            try expect(graph.follow(graph.roots[0]) { $0.canals }.map(\.name) == ["north"])
        },
        promise("A program reads a part by identities") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let calls = Mutexed<[GraphRequest<Harbor>]>([])
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    GraphPart(
                        $0.harbor,
                        fetching: { request in
                            calls.value.append(request)
                            // One of them twice, and one that nobody has asked for.
                            return request.ids.flatMap { id in
                                var harbor = Harbor("own").snapshot
                                harbor.id = id.key
                                return [harbor, harbor]
                            } + [Harbor("other").snapshot]
                        })
                })
            try expect(calls.value.count == 1 && calls.value[0].ids.count == 2)
            try expect(graph.objects(Harbor.self).map(\.name) == ["own", "own"] && graph.isComplete)
            try expect(calls.value[0].owners(Voyage.self).isEmpty)
        },
        promise("A program reads a part by its owners") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages,
                    including: {
                        GraphPart(
                            $0.entries,
                            fetching: { request in
                                request.owners(Voyage.self).map { owner in
                                    var entry = LogEntry("own").snapshot
                                    entry.voyage = owner.key
                                    return entry
                                } + [LogEntry("other").snapshot]
                            })
                    })
                try expect(graph.roots.allSatisfy { graph.follow($0) { $0.entries }.map(\.text) == ["own"] })
                try expect(graph.objects(LogEntry.self).count == 3 && graph.isComplete)
            }
            try expect(asked["LogEntry"] == nil)
        },
        promise("An error of a program that reads a part is listed") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    GraphPart($0.entries, fetching: { _ in throw RemoteFailure(500) })
                    $0.harbor
                })
            try expect(graph.missing.count == 1 && graph.objects(Harbor.self).count == 2)
            guard case .failed? = graph.missing.first?.reason else {
                throw ConformanceFailure(.broken, "\(graph.missing)")
            }
        },
        promise("A part has its own policy") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages,
                    including: {
                        GraphPart($0.entries, .local); $0.harbor
                    })
                try expect(graph.objects(LogEntry.self).isEmpty && !graph.isComplete)
                try expect(graph.missing.map(\.path) == ["entries"] && graph.missing[0].key == nil)
            }
            try expect(asked["LogEntry"] == nil)
            let all = try await bench.counting {
                _ = try await bench.repositories.graph(
                    of: world.voyages, .local,
                    including: .all(reading: { GraphPart($0.entries, .remote) }))
            }
            try expect(all["LogEntry"] == 1 && all["Voyage"] == nil, "\(all)")
        },
        promise("Offline, a graph is what is here and lists the rest") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            _ = try await bench.repositories[Voyage.self].fetch(world.voyages)
            bench.client.server.set { $0.isOffline = true }
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor
                })
            try expect(graph.roots.count == 3 && graph.roots.isComplete && !graph.isComplete)
            try expect(graph.objects(Harbor.self).count == 2 && graph.missing.map(\.path) == ["entries"])
            guard case .incomplete(let error)? = graph.missing.first?.reason else {
                throw ConformanceFailure(.broken, "\(graph.missing)")
            }
            try expect(error?.code == .unavailable && graph.missing[0].model == "LogEntry")
        },
        promise("An error about a part is listed, and the rest is there") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.fleet.value.broken = ["LogEntry": RemoteFailure(500)]
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.entries.sailor; $0.harbor
                })
            try expect(graph.objects(Harbor.self).count == 2 && graph.missing.map(\.path) == ["entries"])
            guard case .failed(let error)? = graph.missing.first?.reason else {
                throw ConformanceFailure(.broken, "\(graph.missing)")
            }
            try expect(error.cause is RemoteFailure)
            let part = try required(graph.parts.first { $0.path == "entries" })
            try expect(!part.isComplete && part.remoteError != nil)
        },
        promise("An error about a part is listed, even if the objects are here") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let repositories = bench.repositories
            _ = try await repositories.graph(of: world.voyages, including: { $0.harbor })
            bench.fleet.value.broken = ["Harbor": RemoteFailure(500)]
            let graph = try await repositories.graph(
                of: world.voyages, including: { GraphPart($0.harbor, .remote) })
            try expect(graph.objects(Harbor.self).count == 2 && !graph.isComplete)
            try expect(graph.missing.map(\.path) == ["harbor"] && graph.missing[0].key == nil)
            // It is no difference that it is known still.
            var reader = repositories.observeGraph(
                of: world.voyages, including: { GraphPart($0.harbor, .remote) }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            try await bench.save { try $0.insert(Harbor("unused")) }
            try await bench.save { try $0.insert(Voyage("fourth")) }
            let second = try required(try await reader.next())
            try expect(second.roots.count == 4 && first.missing.count == 1 && second.missing.count == 1)
        },
        promise("An error about the roots is thrown") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.fleet.value.broken = ["Voyage": RemoteFailure(500)]
            try await expectRemoteFailure {
                _ = try await bench.repositories.graph(of: world.voyages, including: { $0.harbor })
            }
            bench.client.server.set { $0.isOffline = true }
            try await expectThrows(.unavailable) {
                _ = try await bench.repositories.graph(of: world.voyages, .remote, including: .all)
            }
            let graph = try await bench.repositories.graph(of: world.voyages, including: .all)
            try expect(
                graph.roots.isEmpty && graph.roots.remoteError?.code == .unavailable && !graph.isComplete)
        },
        promise("An error about a part is not listed for others that were not asked for") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            _ = try await bench.repositories[Voyage.self].fetch(world.voyages)
            bench.fleet.value.broken = ["Harbor": RemoteFailure(500)]
            // The harbors of voyages are here, and in the graph when it comes to the homes of sailors.
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.former.former.harbor; $0.entries.sailor.home
                })
            try expect(graph.missing.contains { $0.path == "entries.sailor.home" }, "\(graph.missing)")
            let paths = Set(graph.missing.map(\.path))
            try expect(paths.isDisjoint(with: ["harbor", "former.former.harbor"]), "\(graph.missing)")
            let part = try required(graph.parts.first { $0.path == "former.former.harbor" })
            try expect(part.isComplete)
        },
        promise("What one part lacks and another one brings is no gap") { ground in
            for goesOn in [false, true] {
                try await ground.apart { ground in
                    let (bench, world) = try await GraphPromises.world(ground)
                    let fleet = bench.fleet
                    let home = try required(fleet.value.harbors.first { $0.name == "home" })
                    fleet.update { fleet in
                        for index in fleet.voyages.indices { fleet.voyages[index].harbor = home.id }
                    }
                    // The server has the harbor once it was asked for sailors.
                    let isThere = Mutexed(false)
                    bench.client.server.set { state in
                        state.serve = { request in
                            if request.model == "Sailor" { isThere.value = true }
                            if request.model == "Harbor", !isThere.value { return RemotePayload() }
                            return try fleet.value.payload(request)
                        }
                    }
                    let graph = try await bench.repositories.graph(
                        of: world.voyages,
                        including: {
                            GraphPart($0.harbor, .local); $0.entries.sailor.home
                            if goesOn { $0.harbor.voyages }
                        })
                    try expect(graph.objects(Harbor.self) == [home])
                    // What lies behind was not looked for.
                    let part = try required(graph.parts.first { $0.path == "harbor" })
                    try expect(part.isComplete != goesOn)
                    try expect(graph.missing.contains { $0.path == "harbor" } == goesOn, "\(graph.missing)")
                }
            }
        },
        promise("Of two parts with one object, the one that has asked the server counts") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            _ = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor.home
                })
            bench.fleet.update { fleet in
                for index in fleet.harbors.indices { fleet.harbors[index].name += " now" }
            }
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    GraphPart($0.former.harbor, .local); GraphPart($0.later.harbor, .remote)
                })
            let names = graph.objects(Harbor.self).map(\.name)
            try expect(names.sorted() == ["east", "west now"], "\(names)")
        },
        promise("A target that the server does not have is listed") { ground in
            var voyage = Voyage("a").snapshot
            let key = UUID()
            voyage.harbor = key
            let served = voyage
            let bench = try await GraphBench(ground) { $0.voyages = [served] }
            let graph = try await bench.repositories.graph(of: Voyage.all, including: { $0.harbor })
            let gap = try required(graph.missing.first { $0.path == "harbor" })
            try expect(gap.model == "Harbor" && gap.key == .uuid(key) && !graph.isComplete)
            guard case .notFound = gap.reason else { throw ConformanceFailure(.broken, "\(gap)") }
            try expect(graph.follow(served) { $0.harbor } == nil)
        },
        promise("An object whose required target is missing makes its part incomplete") { ground in
            let voyage = Voyage("a").snapshot
            var entry = LogEntry("lost").snapshot
            entry.voyage = UUID()
            let lost = entry
            let bench = try await GraphBench(ground) { ($0.voyages, $0.entries) = ([voyage], [lost]) }
            _ = try await bench.repositories[LogEntry.self].fetch(LogEntry.all, .remote)
            let graph = try await bench.repositories.graph(of: Voyage.all, including: { $0.entries })
            try expect(graph.objects(LogEntry.self).isEmpty && graph.missing.map(\.path) == ["entries"])
            let roots = try await bench.repositories.graph(of: LogEntry.all, including: { $0.voyage })
            try expect(roots.roots.isEmpty && !roots.isComplete)
        },
        promise("A root that does not exist is listed") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let present = try required(bench.fleet.value.voyages.first)
            let absent = ObjectID<Voyage>(UUID())
            _ = world
            let graph = try await bench.repositories.graph(
                of: [present.objectID, absent, present.objectID], including: { $0.entries })
            try expect(graph.roots.count == 2 && graph.objects(Voyage.self) == [present])
            try expect(graph.missing.map(\.key) == [absent.key.objectKey] && graph.missing[0].path.isEmpty)
            // The second time nobody is asked, and the answer is the same.
            for graph in [
                graph,
                try await bench.repositories.graph(
                    of: [present.objectID, absent, present.objectID], including: { $0.entries }),
            ] {
                guard case .notFound = graph.missing[0].reason else {
                    throw ConformanceFailure(.broken, "\(graph.missing)")
                }
            }
        },
        promise("Rows in part are listed") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            bench.fleet.value.servedOfVoyages = ["title"]
            let graph = try await bench.repositories.graph(
                of: [bench.fleet.value.voyages[0].objectID], including: { $0.harbor })
            _ = world
            try expect(graph.roots.map(\.title) == ["first"] && graph.missing.map(\.path) == [""])
            guard case .incomplete(nil)? = graph.missing.first?.reason else {
                throw ConformanceFailure(.broken, "\(graph.missing)")
            }
        },
        promise("Members that are served in pages make a part incomplete") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let fleet = bench.fleet
            bench.client.server.set { state in
                state.serve = { request in
                    var payload = try fleet.value.payload(request)
                    if request.model == "LogEntry" {
                        payload.isWhole = false
                        payload.next = Data([1])
                    }
                    return payload
                }
            }
            let graph = try await bench.repositories.graph(of: world.voyages, including: { $0.entries })
            try expect(graph.objects(LogEntry.self).count == 3 && graph.missing.map(\.path) == ["entries"])
            try expect(!graph.isComplete && graph.parts.map(\.isComplete) == [false])
        },
        promise("A target that the server has deleted is gone from a graph that asks it") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let first = try await bench.repositories.graph(
                of: world.voyages, including: { $0.entries.sailor })
            let gone = try required(first.objects(Sailor.self).first)
            bench.fleet.value.sailors.removeAll { $0.id == gone.id }
            let graph = try await bench.repositories.graph(
                of: world.voyages, .local, including: { GraphPart($0.entries.sailor, .remote) })
            try expect(graph[gone.objectID] == nil && graph.objects(Sailor.self).count == 1)
            try expect(Set(graph.missing.map(\.key)) == [gone.objectID.key.objectKey])
            guard case .notFound? = graph.missing.first?.reason else {
                throw ConformanceFailure(.broken, "\(graph.missing)")
            }
        },
        promise("Conditions of different paths do not limit one another") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    GraphPart($0.entries) { $0.text == "storm" }
                    GraphPart($0.later.entries) { $0.text == "fog" }
                    GraphPart($0.former.entries.sailor, .local)
                })
            // The first voyage comes to both of its entries by the third path.
            let first = try required(graph.roots.first { $0.title == "first" })
            try expect(Set(graph.follow(first) { $0.entries }.map(\.text)) == ["calm", "storm"])
            let second = try required(graph.roots.first { $0.title == "second" })
            try expect(graph.follow(second) { $0.entries }.map(\.text) == ["fog"] && graph.isComplete)
            try expect(graph.objects(LogEntry.self).count == 3 && graph.objects(Sailor.self).count == 2)
        },
        promise("A part of many owners and keys is one request") { ground in
            let bench = try await GraphBench(ground) { fleet in
                for number in 0..<1_500 {
                    let harbor = Harbor("\(number)").snapshot
                    var (voyage, entry) = (Voyage("\(number)").snapshot, LogEntry("\(number)").snapshot)
                    voyage.harbor = harbor.id
                    entry.voyage = voyage.id
                    fleet.harbors.append(harbor)
                    fleet.voyages.append(voyage)
                    fleet.entries.append(entry)
                }
            }
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: Voyage.all,
                    including: {
                        $0.harbor; $0.entries
                    })
                try expect(graph.isComplete && graph.objects(LogEntry.self).count == 1_500)
                try expect(graph.objects(Harbor.self).count == 1_500)
            }
            try expect(asked == ["Voyage": 1, "Harbor": 1, "LogEntry": 1], "\(asked)")
        },
        promise("An object that is deleted while a graph is read is left out") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            _ = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor
                })
            let stack = bench.client.stack
            let graph = try await bench.repositories.graph(
                of: world.voyages, .local,
                including: {
                    // Between the roots and their harbors.
                    GraphPart(
                        $0.entries,
                        fetching: { _ in
                            try await stack.perform { context in
                                for voyage in try context.fetch(Voyage.all) { try context.delete(voyage) }
                                for harbor in try context.fetch(Harbor.where { $0.name != "home" }) {
                                    try context.delete(harbor)
                                }
                                try context.save()
                            }
                            return []
                        })
                    $0.former.harbor
                })
            try expect(graph.roots.count == 3 && graph.objects(Harbor.self).isEmpty, "\(graph.missing)")
            try expect(graph.missing.allSatisfy { $0.path == "former.harbor" } && !graph.missing.isEmpty)
        },
        promise("Cancellation ends a graph") { ground in
            let (inside, gate) = (TaskGate(), TaskGate())
            let counter = Counter()
            let server = ScriptedServer(beforeFetch: {
                counter.add()
                guard counter.value == 1 else { return }
                inside.open()
                await gate.wait()
            })
            let (bench, world) = try await GraphPromises.world(ground, server: server)
            let repositories = bench.repositories
            let task = Task { try await repositories.graph(of: world.voyages, including: .all) }
            await inside.wait()
            task.cancel()
            try await expectThrows(.cancelled) { _ = try await task.value }
            gate.open()
        },
        promise("Cancellation in a part ends a graph") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let inside = TaskGate()
            let repositories = bench.repositories
            let task = Task {
                try await repositories.graph(
                    of: world.voyages,
                    including: {
                        $0.harbor
                        GraphPart(
                            $0.entries,
                            fetching: { _ in
                                inside.open()
                                try await Task.sleep(for: .seconds(3_600))
                                return []
                            })
                    })
            }
            await inside.wait()
            task.cancel()
            try await expectThrows(.cancelled) { _ = try await task.value }
        },
    ]
}
