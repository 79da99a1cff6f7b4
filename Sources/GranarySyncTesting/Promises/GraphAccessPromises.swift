import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Graphs of readers who may not have everything, or for whom not everything is whole enough.
enum GraphAccessPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A graph whose roots are not allowed is denied") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights(.none)
            let asked = try await bench.counting {
                try await expectThrows(.accessDenied) {
                    _ = try await bench.repositories.graph(
                        of: world.voyages, access: rights.policy, including: { $0.harbor })
                }
            }
            try expect(asked.isEmpty)
        },
        promise("A part that is not allowed is missing") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            rights.set(.none, of: "Harbor")
            let graph = try await bench.repositories.graph(
                of: world.voyages, access: rights.policy,
                including: {
                    $0.harbor; $0.entries
                })
            try expect(graph.roots.count == 3 && graph.objects(Harbor.self).isEmpty && !graph.isComplete)
            try expect(!graph.objects(LogEntry.self).isEmpty)
            // The voyages themselves wait for the harbors that they refer to.
            let harbors = graph.missing.filter { $0.model == "Harbor" }
            try expect(!harbors.isEmpty && harbors.allSatisfy(isDenied))
        },
        promise("Members that are not allowed are missing") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            rights.set(.none, of: "LogEntry")
            let graph = try await bench.repositories.graph(
                of: world.voyages, access: rights.policy, including: { $0.entries.sailor })
            try expect(graph.objects(LogEntry.self).isEmpty && graph.objects(Sailor.self).isEmpty)
            try expect(graph.missing.map(\.model) == ["LogEntry"] && graph.missing.allSatisfy(isDenied))
        },
        promise("Pairs with objects that are not allowed do not tell their keys") { ground in
            let bench = try await GraphBench(ground)
            try await bench.save { context in
                let harbor = Harbor("a")
                try context.insert(harbor)
                harbor.canals.append(contentsOf: [Canal("north"), Canal("south")])
            }
            let rights = Rights()
            rights.set(.none, of: "Canal")
            let graph = try await bench.repositories.graph(
                of: Harbor.all, .local, access: rights.policy, including: { $0.canals.harbors })
            try expect(graph.roots.count == 1 && graph.objects(Canal.self).isEmpty && !graph.isComplete)
            try expect(graph.missing.map(\.key) == [nil] && graph.missing.allSatisfy(isDenied))
            try expect(graph.missing.map(\.path) == ["canals"])
        },
        promise("With local access a graph is what is here") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights(.local)
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages, access: rights.policy, including: { $0.harbor })
                try expect(graph.roots.isEmpty && graph.roots.remoteError?.code == .accessDenied)
            }
            try expect(asked.isEmpty)
        },
        promise("Parts are judged by the contract of a graph") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let contract = Contract().requiring(Harbor.self) { harbor, _ in harbor.name == "east" }
            let graph = try await bench.repositories.graph(
                of: world.voyages, contract: contract, including: { $0.harbor })
            try expect(graph.roots.count == 3 && graph.objects(Harbor.self).map(\.name) == ["east"])
            try expect(!graph.isComplete && graph.missing.allSatisfy { $0.model == "Harbor" })
        },
        promise("A part may have a contract of its own") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let nothing = Contract().requiring(Harbor.self) { _, _ in false }
            let all = Contract()
            let graph = try await bench.repositories.graph(
                of: world.voyages, contract: nothing,
                including: {
                    GraphPart($0.harbor, contract: all); $0.entries.sailor.home
                })
            try expect(graph.objects(Harbor.self).count >= 2)
            let strict = try await bench.repositories.graph(
                of: world.voyages, including: { GraphPart($0.entries, contract: storms) })
            try expect(strict.objects(LogEntry.self).map(\.text) == ["storm"] && !strict.isComplete)
        },
        promise("A continued graph is empty while its roots are not allowed") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            var reader = bench.repositories.observeGraph(
                of: world.voyages, access: rights.policy, including: { $0.harbor }
            ).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.isComplete == true)
            rights.set(.none)
            bench.repositories.accessHasChanged()
            let denied = try required(try await reader.next())
            try expect(denied.roots.isEmpty && denied.objects(Harbor.self).isEmpty)
            try expect(denied.roots.remoteError?.code == .accessDenied)
            rights.set(.all)
            bench.repositories.accessHasChanged()
            let back = try required(try await reader.next())
            try expect(back.roots.count == 3 && back.isComplete && back.objects(Harbor.self).count == 2)
        },
        promise("A continued graph has a part again that is allowed again") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            rights.set(.none, of: "Harbor")
            var reader = bench.repositories.observeGraph(
                of: world.voyages, access: rights.policy, including: { $0.harbor }
            ).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.missing.isEmpty == false)
            rights.set(.all, of: "Harbor")
            bench.repositories.accessHasChanged()
            let back = try required(try await reader.next())
            try expect(back.objects(Harbor.self).count == 2 && back.isComplete)
        },
        promise("A program that reads a part is called only with the right to everything") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            _ = try await bench.repositories.graph(of: world.voyages, including: { $0.harbor })
            let (rights, calls) = (Rights(), Counter())
            for access in [Access.none, .local] {
                rights.set(access, of: "Harbor")
                let graph = try await bench.repositories.graph(
                    of: world.voyages, access: rights.policy,
                    including: {
                        GraphPart(
                            $0.harbor,
                            fetching: nothing { calls.add() })
                    })
                try expect(graph.objects(Harbor.self).count == (access == .local ? 2 : 0))
                try expect(!graph.missing.isEmpty && graph.missing.allSatisfy(isDenied), "\(graph.missing)")
            }
            try expect(calls.value == 0)
        },
        promise("What a program has read under a right that is gone is not shown") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            for access in [Access.none, .local] {
                let rights = Rights()
                let graph = try await bench.repositories.graph(
                    of: world.voyages, access: rights.policy,
                    including: {
                        GraphPart(
                            $0.entries,
                            fetching: { request in
                                rights.set(access, of: "LogEntry")
                                return entries(request, ["own"])
                            })
                    })
                try expect(graph.roots.count == 3 && graph.objects(LogEntry.self).isEmpty)
                try expect(graph.missing.map(\.path) == ["entries"] && graph.missing.allSatisfy(isDenied))
            }
        },
        promise("What a program returns is judged by the contract of its part") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let whole = Contract().requiring(Harbor.self) { $0.name == "whole" && $1.model == "Harbor" }
            let graph = try await bench.repositories.graph(
                of: world.voyages, contract: whole,
                including: {
                    GraphPart(
                        $0.harbor,
                        fetching: { request in
                            request.ids.enumerated().map { index, id in
                                var harbor = Harbor(index == 0 ? "whole" : "part").snapshot
                                harbor.id = id.key
                                return harbor
                            }
                        })
                    GraphPart($0.entries, contract: storms, fetching: { entries($0, ["calm", "storm"]) })
                })
            try expect(graph.objects(Harbor.self).map(\.name) == ["whole"])
            try expect(graph.objects(LogEntry.self).map(\.text) == ["storm", "storm", "storm"])
            try expect(graph.missing.map(\.path) == ["harbor", "entries"], "\(graph.missing)")
            try expect(graph.missing.allSatisfy(isIncomplete), "\(graph.missing)")
        },
        promise("Each part is judged by its own contract, whatever another one has brought") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let nothing = Contract().requiring(Harbor.self) { _, _ in false }
            let strict = try await bench.repositories.graph(
                of: world.voyages,
                including: {
                    $0.harbor
                    GraphPart($0.former.harbor, contract: nothing)
                })
            try expect(strict.objects(Harbor.self).count == 2 && !strict.isComplete)
            try expect(Set(strict.missing.map(\.path)) == ["former.harbor"], "\(strict.missing)")
            let lax = try await bench.repositories.graph(
                of: world.voyages, contract: nothing,
                including: {
                    GraphPart($0.harbor, contract: Contract())
                    $0.former.harbor
                    GraphPart($0.entries.sailor.home, contract: Contract())
                })
            try expect(lax.objects(Harbor.self).count == 3 && !lax.isComplete)
            try expect(Set(lax.missing.map(\.path)) == ["former.harbor"], "\(lax.missing)")
            try expect(
                (strict.missing + lax.missing).allSatisfy(isIncomplete), "\(strict.missing + lax.missing)")
        },
        promise("A right that ends while a graph is read hides what was read before") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            let graph = try await bench.repositories.graph(
                of: world.voyages, access: rights.policy,
                including: {
                    $0.harbor
                    GraphPart(
                        $0.entries.sailor,
                        fetching: nothing { rights.set(.none, of: "Harbor") })
                })
            try expect(graph.roots.count == 3 && graph.objects(Harbor.self).isEmpty)
            let harbors = graph.missing.filter { $0.path == "harbor" }
            try expect(harbors.count == 2 && harbors.allSatisfy(isDenied), "\(graph.missing)")
            try await expectThrows(.accessDenied) {
                _ = try await bench.repositories.graph(
                    of: world.voyages, access: rights.policy,
                    including: {
                        GraphPart(
                            $0.entries,
                            fetching: nothing { rights.set(.none) })
                    })
            }
        },
        promise("A right that comes while a graph is read has the part read") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let rights = Rights()
            rights.set(.none, of: "Harbor")
            let graph = try await bench.repositories.graph(
                of: world.voyages, access: rights.policy,
                including: {
                    $0.harbor
                    GraphPart(
                        $0.former.entries,
                        fetching: nothing { rights.set(.all, of: "Harbor") })
                })
            try expect(graph.objects(Harbor.self).count == 2 && graph.isComplete, "\(graph.missing)")
        },
        promise("A right that ends and comes back while a graph is read leaves no gap") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let (rights, calls) = (Rights(), Counter())
            let graph = try await bench.repositories.graph(
                of: world.voyages, access: rights.policy,
                including: {
                    GraphPart(
                        $0.former,
                        fetching: nothing {
                            calls.add()
                            if calls.value == 1 { rights.set(.none, of: "Harbor") }
                        })
                    $0.former.harbor
                    GraphPart(
                        $0.former.former.entries,
                        fetching: nothing { rights.set(.all, of: "Harbor") })
                })
            try expect(graph.objects(Harbor.self).count == 2 && graph.isComplete, "\(graph.missing)")
            try expect(calls.value == 2)
        },
        promise("A refusal by the server is its own, and is not asked for again") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let refusal = GranaryError(.accessDenied, "The server does not allow it.")
            bench.fleet.value.broken = ["LogEntry": refusal]
            let rights = Rights()
            let asked = try await bench.counting {
                let graph = try await bench.repositories.graph(
                    of: world.voyages, access: rights.policy, including: { $0.entries })
                try expect(graph.roots.count == 3 && graph.missing.map(\.path) == ["entries"])
            }
            try expect(asked["LogEntry"] == 1, "\(asked)")
            bench.fleet.value.broken = ["Voyage": refusal]
            var reader = bench.repositories.observeGraph(
                of: world.voyages, .remote, access: rights.policy, including: { $0.harbor }
            ).makeAsyncIterator()
            try await expectThrows(.accessDenied) { _ = try await reader.next() }
            bench.fleet.value.broken = [:]
            try await expectAsync(try await reader.next()?.roots.count == 3)
        },
    ]

    private static let storms = Contract().requiring(LogEntry.self) { entry, _ in entry.text == "storm" }

    /// Entries of the owners that a program is asked for.
    private static func entries(
        _ request: GraphRequest<LogEntry>, _ texts: [String]
    ) -> [LogEntry.Snapshot] {
        request.owners(Voyage.self).flatMap { owner in
            texts.map { text in
                var entry = LogEntry(text).snapshot
                entry.voyage = owner.key
                return entry
            }
        }
    }

    /// The function of a program that does something, and finds nothing.
    private static func nothing<M: Model>(after act: @escaping @Sendable () -> Void) -> GraphFetch<M> {
        { _ in
            act()
            return []
        }
    }

    private static func isIncomplete(_ gap: GraphGap) -> Bool {
        if case .incomplete(nil) = gap.reason { return true }
        return false
    }

    private static func isDenied(_ gap: GraphGap) -> Bool {
        if case .failed(let error) = gap.reason { return error.code == .accessDenied }
        return false
    }
}
