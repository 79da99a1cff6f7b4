import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Graphs: the objects of a query with those that they lead to, level by level.
enum GraphPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A graph has its roots in the order of the query") { ground in
            let bench = try await GraphBench(ground) {
                $0.voyages = ["a", "c", "b"].map { Voyage($0).snapshot }
            }
            let graph = try await bench.repositories.graph(
                of: Voyage.all.sorted { $0.title.descending }, including: { $0.harbor })
            try expect(graph.roots.map(\.title) == ["c", "b", "a"] && graph.isComplete)
            try expect(graph.roots.origin == .remote && graph.parts.map(\.path) == ["harbor"])
            let named = try await bench.repositories.graph(
                of: graph.roots.reversed().map(\.objectID), .local, including: { $0.harbor })
            try expect(named.roots.map(\.title) == ["a", "b", "c"] && named.isComplete)
            let empty = try await bench.repositories.graph(
                of: Voyage.where { $0.title == "d" }, .local, including: { $0.entries.sailor })
            try expect(empty.roots.isEmpty && empty.objects(LogEntry.self).isEmpty)
        },
        promise("A graph follows relationships to one") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(of: world.voyages, including: { $0.harbor })
            for voyage in graph.roots {
                let harbor = try required(graph.follow(voyage) { $0.harbor })
                try expect(graph[harbor.objectID] == harbor && voyage.harbor == harbor.id)
                try expect(graph.follow(voyage.objectID) { $0.harbor } == harbor)
            }
            try expect(graph.objects(Harbor.self).count == 2 && graph.isComplete)
            try expect(graph[ObjectID<Harbor>(UUID())] == nil)
        },
        promise("A graph follows relationships to many") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(of: world.voyages, including: { $0.entries })
            for voyage in graph.roots {
                let entries = graph.follow(voyage) { $0.entries }
                try expect(Set(entries.map(\.text)) == Set(world.texts[voyage.title] ?? []))
            }
            try expect(graph.objects(LogEntry.self).count == 3 && graph.isComplete)
        },
        promise("A graph follows pairs") { ground in
            let bench = try await GraphBench(ground)
            try await bench.save { context in
                let (north, south) = (Canal("north"), Canal("south"))
                for (name, canals) in [("a", [north, south]), ("b", [south]), ("c", [])] {
                    let harbor = Harbor(name)
                    try context.insert(harbor)
                    harbor.canals.append(contentsOf: canals)
                }
            }
            let graph = try await bench.repositories.graph(
                of: Harbor.all, .local, including: { $0.canals.harbors })
            for harbor in graph.roots {
                let names = graph.follow(harbor) { $0.canals }.map(\.name)
                try expect(names.sorted() == ["a": ["north", "south"], "b": ["south"]][harbor.name] ?? [])
                let others = graph.follow(harbor) { $0.canals.harbors }.map(\.name)
                try expect(others.sorted() == (harbor.name == "c" ? [] : ["a", "b"]))
            }
        },
        promise("What lies on a path is in the graph") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages, including: { $0.entries.sailor.home })
            try expect(graph.objects(LogEntry.self).count == 3 && graph.objects(Sailor.self).count == 2)
            let names = graph.roots.flatMap { voyage in
                graph.follow(voyage) { $0.entries.sailor }.map { graph.follow($0) { $0.home }?.name }
            }
            try expect(Set(names) == ["home"] && graph.isComplete && !graph.hasReachedDepth)
            try expect(graph.parts.map(\.path) == ["entries", "entries.sailor", "entries.sailor.home"])
        },
        promise("A shared object is in a graph once") { ground in
            let harbor = Harbor("shared").snapshot
            let bench = try await GraphBench(ground) { fleet in
                fleet.harbors = [harbor]
                fleet.voyages = ["a", "b", "c"].map { title in
                    var voyage = Voyage(title).snapshot
                    voyage.harbor = harbor.id
                    return voyage
                }
            }
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(of: Voyage.all, including: { $0.harbor })
                try expect(graph.objects(Harbor.self) == [harbor])
                try expect(graph.roots.allSatisfy { graph.follow($0) { $0.harbor } == harbor })
            }
            try expect(asked == ["Voyage": 1, "Harbor": 1])
        },
        promise("A graph asks once for each level and model") { ground in
            let (bench, world) = try await world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages,
                    including: {
                        $0.harbor; $0.entries.sailor.home
                    })
                try expect(graph.isComplete)
            }
            // The harbors of the voyages, and the homes of the sailors.
            try expect(asked == ["Voyage": 1, "Harbor": 2, "LogEntry": 1, "Sailor": 1], "\(asked)")
        },
        promise("Objects by identity and members of one model are one request") { ground in
            let (bench, _) = try await world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: Voyage.where { $0.title == "second" }, .remote,
                    including: {
                        $0.former; $0.later
                    })
                try expect(graph.follow(graph.roots[0]) { $0.former }?.title == "first" && graph.isComplete)
                try expect(graph.follow(graph.roots[0]) { $0.later }.map(\.title) == ["third"])
            }
            try expect(asked == ["Voyage": 2, "Harbor": 1], "\(asked)")
        },
        promise("What is here is not asked for") { ground in
            let (bench, world) = try await world(ground)
            let first = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor
                })
            let asked = try await bench.counting {
                let second = try await bench.repositories.graph(
                    of: world.voyages,
                    including: {
                        $0.harbor; $0.entries.sailor
                    })
                try expect(second.isComplete && second.objects(LogEntry.self) == first.objects(LogEntry.self))
                try expect(second.parts.allSatisfy { !$0.isRemote && $0.isComplete })
            }
            try expect(asked.isEmpty && first.parts.contains { $0.isRemote })
        },
        promise("What is in a graph is not asked for, whatever the policy") { ground in
            let (bench, world) = try await world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages, .remote,
                    including: {
                        $0.former; $0.entries.voyage.entries; $0.later
                    })
                try expect(graph.isComplete && graph.objects(Voyage.self).count == 3)
            }
            // The later voyages of all voyages, and no object that is there; harbors and sailors come with served rows.
            try expect(asked == ["Voyage": 2, "Harbor": 2, "LogEntry": 1, "Sailor": 1], "\(asked)")
        },
        promise("A cycle ends a graph") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(of: world.voyages, including: .all)
            try expect(graph.objects(Voyage.self).count == 3 && graph.objects(Harbor.self).count == 3)
            try expect(graph.objects(LogEntry.self).count == 3 && graph.objects(Sailor.self).count == 2)
            try expect(!graph.hasReachedDepth && graph.isComplete, "\(graph.missing) \(graph.cutOff)")
            let back = try await bench.repositories.graph(
                of: world.voyages, including: { $0.entries.voyage.entries.voyage })
            try expect(
                back.roots.allSatisfy { root in
                    Set(back.follow(root) { $0.entries.voyage }.map(\.id)).isSubset(of: [root.id])
                })
        },
        promise("An object that leads to itself ends a graph") { ground in
            var voyage = Voyage("round").snapshot
            voyage.former = voyage.id
            let round = voyage
            let bench = try await GraphBench(ground) { $0.voyages = [round] }
            for parts in [
                GraphParts<Voyage>.only {
                    $0.former.former; $0.later.later
                }, .all,
            ] {
                let graph = try await bench.repositories.graph(of: Voyage.all, including: parts)
                try expect(graph.objects(Voyage.self) == [round] && graph.isComplete, "\(graph.cutOff)")
                try expect(graph.follow(round) { $0.former.former } == round)
                try expect(graph.follow(round) { $0.later } == [round])
            }
        },
        promise("A depth that is reached is told") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor.home
                }, depth: 2)
            try expect(graph.cutOff == ["entries.sailor.home"] && graph.hasReachedDepth && !graph.isComplete)
            try expect(graph.objects(Sailor.self).count == 2 && graph.missing.isEmpty)
            let all = try await bench.repositories.graph(of: world.voyages, including: .all, depth: 1)
            try expect(all.objects(Sailor.self).isEmpty && all.cutOff.contains("entries.sailor"))
            // It leads back to what is there.
            try expect(!all.cutOff.contains("entries.voyage"), "\(all.cutOff)")
            try expect(all.follow(all.objects(LogEntry.self)[0]) { $0.voyage } != nil)
            let none = try await bench.repositories.graph(of: world.voyages, including: .all, depth: 0)
            try expect(none.objects(Harbor.self).isEmpty && none.hasReachedDepth)
        },
        promise("A depth that is enough is not told") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor; $0.entries.sailor.home
                }, depth: 3)
            try expect(graph.cutOff.isEmpty && graph.isComplete)
        },
        promise("A graph may have all but some relationships") { ground in
            let (bench, world) = try await world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages,
                    including: .allExcept {
                        $0.entries.sailor; $0.harbor
                    })
                try expect(graph.objects(Sailor.self).isEmpty && graph.objects(Harbor.self).isEmpty)
                try expect(graph.objects(LogEntry.self).count == 3 && graph.isComplete, "\(graph.cutOff)")
            }
            try expect(asked["LogEntry"] == 1)
        },
        promise("A path and what it goes on with are one") { ground in
            let (bench, world) = try await world(ground)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages,
                    including: {
                        $0.entries.sailor; $0.entries; $0.entries.sailor; $0.harbor; $0.harbor
                    })
                try expect(graph.parts.map(\.path) == ["entries", "harbor", "entries.sailor"])
                try expect(graph.objects(LogEntry.self).count == 3 && graph.isComplete)
            }
            try expect(asked["LogEntry"] == 1 && asked["Sailor"] == 1)
        },
        promise("Wrong depths and two ways to read a path are refused") { ground in
            let (bench, world) = try await world(ground)
            let repositories = bench.repositories
            for depth in [-1, 11] {
                try await expectThrows(.query) {
                    _ = try await repositories.graph(of: world.voyages, including: .all, depth: depth)
                }
            }
            try await expectThrows(.query) {
                _ = try await repositories.graph(
                    of: world.voyages,
                    including: {
                        GraphPart($0.harbor, .local); GraphPart($0.harbor, .remote)
                    })
            }
            try expect(bench.asked.isEmpty)
        },
        promise("A graph begins with a named query") { ground in
            let (bench, world) = try await world(ground)
            let graph = try await bench.repositories.graph(
                of: NamedQuery<Voyage>.named("best"), including: { $0.entries })
            try expect(graph.roots.map(\.title) == ["first", "second", "third"] && graph.isComplete)
            try expect(graph.follow(graph.roots[0]) { $0.entries }.count == world.texts["first"]?.count)
        },
        promise("A model that is not synced takes part by the store alone") { ground in
            let bench = try await GraphBench(ground)
            try await bench.save { context in
                let voyage = Voyage("a")
                try context.insert(voyage)
                voyage.pennant = Pennant("red")
            }
            let graph = try await bench.repositories.graph(of: Voyage.all, .remote, including: { $0.pennant })
            try expect(graph.follow(graph.roots[0]) { $0.pennant }?.color == "red" && graph.isComplete)
            try expect(graph.parts.map(\.isRemote) == [false] && Set(bench.asked) == ["Voyage"])
            let own = try await bench.repositories.graph(of: Pennant.all, including: .all)
            try expect(own.roots.count == 1 && own.isComplete)
        },
    ]

    /// Three voyages, the second after the first and the third after the second, with entries by two sailors of one home.
    struct World: Sendable {
        let voyages = Voyage.all
        var texts: [String: [String]] = [:]
    }

    static func world(
        _ ground: SyncGround, server: ScriptedServer = ScriptedServer(), times: SyncTimes = SyncTimes()
    ) async throws -> (GraphBench, World) {
        var world = World()
        world.texts = ["first": ["calm", "storm"], "second": ["fog"]]
        let texts = world.texts
        let bench = try await GraphBench(ground, server: server, times: times) { fleet in
            let (home, east, west) = (
                Harbor("home").snapshot, Harbor("east").snapshot, Harbor("west").snapshot
            )
            fleet.harbors = [home, east, west]
            fleet.sailors = ["Ann", "Bob"].map { name in
                var sailor = Sailor(name).snapshot
                sailor.home = home.id
                return sailor
            }
            for (index, title) in ["first", "second", "third"].enumerated() {
                var voyage = Voyage(title).snapshot
                voyage.harbor = index == 0 ? east.id : west.id
                voyage.former = fleet.voyages.last?.id
                for (number, text) in (texts[title] ?? []).enumerated() {
                    var entry = LogEntry(text).snapshot
                    (entry.voyage, entry.sailor) = (voyage.id, fleet.sailors[number].id)
                    fleet.entries.append(entry)
                }
                fleet.voyages.append(voyage)
            }
        }
        return (bench, world)
    }
}
