import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// What graphs lack, where an object is looked for more than once.
enum GraphGapPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A row in part that is served whole together with members is no gap") { ground in
            let (bench, _) = try await GraphPromises.world(ground)
            let (first, second) = (bench.fleet.value.voyages[0], bench.fleet.value.voyages[1])
            bench.fleet.value.servedOfVoyages = ["title"]
            let part = try await bench.repositories.graph(of: [first.objectID], including: { $0.harbor })
            try expect(part.missing.map(\.key) == [first.objectID.key.objectKey], "\(part.missing)")
            bench.fleet.value.servedOfVoyages = nil
            let graph = try await bench.repositories.graph(
                of: [second.objectID],
                including: {
                    $0.former; $0.later
                })
            try expect(graph.missing.isEmpty && graph.isComplete, "\(graph.missing)")
            try expect(Set(graph.objects(Voyage.self).map(\.title)) == ["first", "second", "third"])
        },
        promise("An object that a followed graph has served anew is judged by its new values") { ground in
            let (bench, world) = try await GraphPromises.world(ground)
            let home = bench.fleet.value.harbors[0].objectID
            bench.fleet.value.harbors[0].name = "draft"
            _ = try await bench.repositories[Harbor.self].fetch(Harbor.all, .remote)
            bench.fleet.value.harbors[0].name = "whole"
            let contract = Contract().requiring(Harbor.self) { harbor, _ in harbor.name != "draft" }
            var reader = bench.repositories.observeGraph(
                of: world.voyages, contract: contract, including: { $0.harbor }
            ).makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.isComplete && first[home] == nil, "\(first.missing)")
            let voyage = first.roots[0].objectID
            try await bench.save { context in
                try required(try context.object(voyage)).harbor = try required(try context.object(home))
            }
            let second = try required(try await reader.next())
            try expect(second[home]?.name == "whole" && second.missing.isEmpty, "\(second.missing)")
        },
    ]
}
