import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

@Model final class Depot {
    var id: UUID
    @Relationship(inverse: \Parcel.depot) var parcels: ToMany<Parcel>
}

@Model final class Parcel {
    var id: UUID
    var number: Int
    @Attribute(.indexed) var weight: Int
    @Attribute(.indexed) var label: String
    @Attribute(.indexed) var sent: Date?
    var notes: String
    var photo: Data?
    @Relationship var depot: Depot?
}

/// Saves of so many rows that the store sorts them by the bits of their keys.
@Suite struct ManyRowsTests {
    private struct Values {
        let number, weight, depot: Int
        let label, notes: String
        let sent: Date?
        let photo: Data?

        init(_ number: Int, _ random: inout SeededGenerator) {
            self.number = number
            weight = [-1, 0, 1, 255, 256, 70_000].randomElement(using: &random) ?? 0
            depot = Int.random(in: 0..<20, using: &random)
            let letter = ["", "a", "b", "bb"].randomElement(using: &random) ?? ""
            label = (Bool.random(using: &random) ? "a beginning of many bytes " : "") + letter
            notes =
                String(repeating: "é", count: [0, 3, 300].randomElement(using: &random) ?? 0) + "\(number)"
            let second = Double(Int.random(in: 0..<50, using: &random))
            sent = Bool.random(using: &random) ? Date(timeIntervalSince1970: second) : nil
            let size = [0, 8, 40, 2_000].randomElement(using: &random) ?? 0
            photo = number % 3 == 0 ? nil : Data(repeating: UInt8(number % 251), count: size)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func everyIndexHasAllRowsInOrder() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let stack = try startedStack(of: [Depot.self, Parcel.self], on: .memory)
        var all: [Values] = []
        let depots = try await stack.perform { context in
            let depots = (0..<20).map { _ in Depot(id: .unassigned) }
            for depot in depots { try context.insert(depot) }
            try context.save()
            return depots.map(\.id)
        }
        // The first save fills empty orders, the others go between what is there.
        for count in [3_000, 1_500, 30] {
            let added = (0..<count).map { Values(all.count + $0, &random) }
            all += added
            try await stack.perform { context in
                let places = try depots.map { try context.object(Depot.self, $0) }
                for values in added {
                    try context.insert(
                        Parcel(
                            id: .unassigned, number: values.number, weight: values.weight,
                            label: values.label,
                            sent: values.sent, notes: values.notes, photo: values.photo,
                            depot: places[values.depot]))
                }
                try context.save()
            }
            try await check(all, depots, stack, "seed \(seed), \(all.count) rows")
        }
        try await stack.close()
    }

    private func check(
        _ all: [Values], _ depots: [UUID], _ stack: PersistentStack, _ comment: Comment
    ) async throws {
        let found = try await stack.perform { context in
            let rows = try context.fetch(Parcel.all)
            let same = rows.allSatisfy { row in
                let values = all[row.number]
                return row.weight == values.weight && row.label == values.label && row.sent == values.sent
                    && row.notes == values.notes && row.photo == values.photo
                    && row.depot?.id == depots[values.depot]
            }
            return (
                count: rows.count, isSame: same, ids: rows.map(\.id),
                weights: try context.fetch(Parcel.all.sorted { $0.weight.ascending }).map(\.weight),
                labels: try context.fetch(Parcel.all.sorted { $0.label.ascending }).map(\.label),
                dates: try context.fetch(Parcel.where { $0.sent < Date(timeIntervalSince1970: 25) }).count,
                members: try depots.map { try context.object(Depot.self, $0)?.parcels.count ?? 0 }
            )
        }
        #expect(found.count == all.count && found.isSame, comment)
        #expect(Set(found.ids).count == all.count, comment)
        #expect(found.weights == all.map(\.weight).sorted(), comment)
        #expect(found.labels == all.map(\.label).sorted(by: Bytewise.precedes), comment)
        #expect(found.dates == all.count { $0.sent.map { $0.timeIntervalSince1970 < 25 } ?? false }, comment)
        #expect(found.members == depots.indices.map { place in all.count { $0.depot == place } }, comment)
    }
}
