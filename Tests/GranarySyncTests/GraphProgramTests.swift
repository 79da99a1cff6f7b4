import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// Graphs of random objects, compared with a walk over the same objects in a context.
@Suite(.timeLimit(.minutes(5))) struct GraphProgramTests {
    @Test(arguments: 1...40) func aGraphIsWhatAWalkFinds(_ seed: UInt64) async throws {
        let world = try await RandomFleet(seed)
        for depth in 0...4 {
            let walked = try await world.walk(depth: depth)
            let graph = try await world.repositories.graph(
                of: Voyage.all, .local, including: .all, depth: depth)
            #expect(Self.keys(graph) == walked.keys, "seed \(seed), depth \(depth)")
            #expect(graph.hasReachedDepth || walked.isClosed, "seed \(seed), depth \(depth)")
        }
        let graph = try await world.repositories.graph(of: Voyage.all, .local, including: .all)
        let differences = try await world.differences(from: graph)
        #expect(differences.isEmpty, "seed \(seed)")
        let partial = try await world.repositories.graph(
            of: Voyage.all, .local,
            including: {
                $0.entries.sailor.home.canals; $0.harbor.voyages.former
            })
        let walked = try await world.walkOfPaths()
        #expect(Self.keys(partial) == walked, "seed \(seed)")
    }

    /// A continued graph is at every moment the graph that a single call would read.
    @Test(arguments: 1...20) func aContinuedGraphIsThatOfACall(_ seed: UInt64) async throws {
        let world = try await RandomFleet(seed)
        var reader = world.repositories.observeGraph(of: Voyage.all, .local, including: .all)
            .makeAsyncIterator()
        _ = try await reader.next()
        for round in 0..<10 {
            try await world.change(seed &* 100 &+ UInt64(round))
            guard let followed = try await reader.next() else { break }
            let read = try await world.repositories.graph(of: Voyage.all, .local, including: .all)
            #expect(Self.keys(followed) == Self.keys(read), "seed \(seed), round \(round)")
            #expect(Array(followed.roots) == Array(read.roots), "seed \(seed), round \(round)")
        }
    }

    /// Each root costs the same, however many there are.
    @Test func largeGraphsTakeTimeInProportion() async throws {
        var times: [Duration] = []
        for count in [500, 2_000] {
            let stack = try startedStack(try fleetSchema(), on: .memory)
            let repositories = try await Repositories(stack, source: ScriptedServer())
            try await stack.perform { context in
                let sailors = (0..<count / 10).map { Sailor("\($0)") }
                try context.insert(contentsOf: sailors)
                for number in 0..<count {
                    let voyage = Voyage("\(number)", harbor: Harbor("\(number)"))
                    try context.insert(voyage)
                    for index in 0..<3 {
                        try context.insert(
                            LogEntry("e", voyage: voyage, sailor: sailors[(number + index) % sailors.count]))
                    }
                }
                try context.save()
            }
            let clock = ContinuousClock()
            var best = Duration.seconds(1_000)
            for _ in 0..<3 {
                let start = clock.now
                let graph = try await repositories.graph(
                    of: Voyage.all, .local,
                    including: {
                        $0.harbor; $0.entries.sailor.entries
                    })
                for voyage in graph.roots { _ = graph.follow(voyage) { $0.entries.sailor } }
                best = min(best, clock.now - start)
                #expect(
                    graph.objects(LogEntry.self).count == 3 * count
                        && graph.objects(Harbor.self).count == count)
            }
            times.append(best)
        }
        // Four times for four times as many; sixteen times if each looked at all others.
        #expect(times[1] < times[0] * 9, "\(times)")
    }

    fileprivate static func keys(_ graph: Graph<Voyage>) -> Set<String> {
        var keys: Set<String> = []
        keys.formUnion(graph.objects(Voyage.self).map { "Voyage \($0.id)" })
        keys.formUnion(graph.objects(Harbor.self).map { "Harbor \($0.id)" })
        keys.formUnion(graph.objects(Canal.self).map { "Canal \($0.id)" })
        keys.formUnion(graph.objects(LogEntry.self).map { "LogEntry \($0.id)" })
        keys.formUnion(graph.objects(Sailor.self).map { "Sailor \($0.id)" })
        keys.formUnion(graph.objects(Pennant.self).map { "Pennant \($0.id)" })
        return keys
    }
}

/// Random objects that lead to one another.
private struct RandomFleet {
    let stack: PersistentStack
    let repositories: Repositories

    init(_ seed: UInt64) async throws {
        stack = try startedStack(try fleetSchema(), on: .memory)
        repositories = try await Repositories(stack, source: ScriptedServer())
        try await stack.perform { context in
            var random = SeededGenerator(seed: seed)
            func some<T>(_ list: [T]) -> T? {
                Int.random(in: 0..<4, using: &random) == 0 ? nil : list.randomElement(using: &random)
            }
            let harbors = (0..<6).map { Harbor("\($0)") }
            let canals = (0..<4).map { Canal("\($0)") }
            let pennants = (0..<3).map { Pennant("\($0)") }
            let sailors = (0..<5).map { Sailor("\($0)", home: some(harbors)) }
            var voyages: [Voyage] = []
            try context.insert(contentsOf: harbors)
            try context.insert(contentsOf: canals)
            try context.insert(contentsOf: pennants)
            try context.insert(contentsOf: sailors)
            for number in 0..<8 {
                let voyage = Voyage("\(number)", harbor: some(harbors), former: some(voyages))
                try context.insert(voyage)
                voyage.pennant = some(pennants)
                voyages.append(voyage)
            }
            voyages[0].former = some(voyages)
            for sailor in sailors { sailor.favorite = some(voyages) }
            for number in 0..<10 {
                try context.insert(LogEntry("\(number)", voyage: voyages[number % 5], sailor: some(sailors)))
            }
            for harbor in harbors { if let canal = some(canals) { harbor.canals.append(canal) } }
            try context.save()
        }
    }

    /// Changes what leads to what; each change is seen.
    func change(_ seed: UInt64) async throws {
        try await stack.perform { context in
            var random = SeededGenerator(seed: seed)
            let voyages = try context.fetch(Voyage.all)
            let harbors = try context.fetch(Harbor.all)
            let voyage = voyages[Int.random(in: 0..<voyages.count, using: &random)]
            voyage.title = "changed \(seed)"
            voyage.harbor = harbors.randomElement(using: &random)
            if let entry = try context.fetch(LogEntry.all).randomElement(using: &random), seed % 3 == 0 {
                try context.delete(entry)
            }
            if seed % 4 == 1 { try context.insert(Voyage("new", harbor: voyage.harbor, former: voyage)) }
            try context.save()
        }
    }

    /// The objects that a walk from the voyages comes to, level by level.
    func walk(depth: Int) async throws -> (keys: Set<String>, isClosed: Bool) {
        try await stack.perform { context in
            var level: [any Granary.Model] = try context.fetch(Voyage.all)
            var keys = Set(level.map(Self.name))
            for _ in 0..<depth {
                level = level.flatMap(Self.neighbors).filter { keys.insert(Self.name($0)).inserted }
            }
            return (keys, level.flatMap(Self.neighbors).allSatisfy { keys.contains(Self.name($0)) })
        }
    }

    /// The objects on two paths.
    func walkOfPaths() async throws -> Set<String> {
        try await stack.perform { context in
            var found: [any Granary.Model] = []
            for voyage in try context.fetch(Voyage.all) {
                found.append(voyage)
                for entry in voyage.entries {
                    found.append(entry)
                    guard let sailor = entry.sailor else { continue }
                    found.append(sailor)
                    guard let home = sailor.home else { continue }
                    found.append(home)
                    found += Array(home.canals)
                }
                guard let harbor = voyage.harbor else { continue }
                found.append(harbor)
                for other in harbor.voyages {
                    found.append(other)
                    if let former = other.former { found.append(former) }
                }
            }
            return Set(found.map(Self.name))
        }
    }

    /// The objects whose neighbors in a graph are others than in a context.
    func differences(from graph: Graph<Voyage>) async throws -> [String] {
        try await stack.perform { context in
            var different: [String] = []
            for voyage in try context.fetch(Voyage.all) {
                let id = voyage.objectID
                var isSame = graph[id] == voyage.snapshot
                isSame = isSame && graph.follow(id) { $0.harbor } == voyage.harbor?.snapshot
                isSame = isSame && graph.follow(id) { $0.former } == voyage.former?.snapshot
                isSame = isSame && graph.follow(id) { $0.pennant } == voyage.pennant?.snapshot
                let (later, entries) = (graph.follow(id) { $0.later }, graph.follow(id) { $0.entries })
                isSame = isSame && Set(later.map(\.id)) == Set(voyage.later.map(\.id))
                isSame = isSame && Set(entries.map(\.id)) == Set(voyage.entries.map(\.id))
                if !isSame { different.append(voyage.title) }
            }
            for harbor in try context.fetch(Harbor.all) where graph[harbor.objectID] != nil {
                let canals = graph.follow(harbor.objectID) { $0.canals }.map(\.id)
                if Set(canals) != Set(harbor.canals.map(\.id)) { different.append(harbor.name) }
            }
            return different
        }
    }

    private static func name(_ object: any Granary.Model) -> String {
        switch object {
        case let voyage as Voyage: "Voyage \(voyage.id)"
        case let harbor as Harbor: "Harbor \(harbor.id)"
        case let canal as Canal: "Canal \(canal.id)"
        case let entry as LogEntry: "LogEntry \(entry.id)"
        case let sailor as Sailor: "Sailor \(sailor.id)"
        case let pennant as Pennant: "Pennant \(pennant.id)"
        default: ""
        }
    }

    private static func neighbors(_ object: any Granary.Model) -> [any Granary.Model] {
        var found: [any Granary.Model] = []
        func add(_ object: (any Granary.Model)?) { if let object { found.append(object) } }
        switch object {
        case let voyage as Voyage:
            add(voyage.harbor)
            add(voyage.former)
            add(voyage.pennant)
            for later in voyage.later { add(later) }
            for entry in voyage.entries { add(entry) }
        case let harbor as Harbor:
            for voyage in harbor.voyages { add(voyage) }
            for canal in harbor.canals { add(canal) }
        case let canal as Canal:
            for harbor in canal.harbors { add(harbor) }
        case let entry as LogEntry:
            add(entry.voyage)
            add(entry.sailor)
        case let sailor as Sailor:
            add(sailor.home)
            add(sailor.favorite)
            for entry in sailor.entries { add(entry) }
        default: break
        }
        return found
    }
}
