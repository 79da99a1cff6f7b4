internal import Granary
internal import Workload

extension GrowthWork {
    /// The content of a context when an operation begins.
    private enum State: String, CaseIterable {
        case empty = "nothing"
        case loaded = "all loaded"
        case changed = "all changed"
        case inserted = "as many inserted"
    }

    /// An operation: its steps at a size, and one of them.
    private struct Operation: Sendable {
        let name: String
        /// Whether one step may cost as much as there are objects, so that there are only a few.
        var isWhole = false
        let step: @Sendable (Context, _ number: Int) throws -> Void
    }

    /// Every operation of a context, with nothing and with everything loaded or changed, on one and on two stores.
    static let everyOperation: [GrowthWork] = State.allCases.flatMap { state in
        operations.map { operation in
            GrowthWork(
                name: "\(operation.name); \(state.rawValue)", grounds: Ground.single + Ground.double,
                steps: { operation.isWhole ? 4 : $0 }
            ) { stack, size in
                let (context, held) = try ready(stack, state, size)
                return try withExtendedLifetime(held) {
                    try Outcome {
                        for number in 0..<(operation.isWhole ? 4 : size) {
                            try operation.step(context, number)
                        }
                        return 0
                    }
                }
            }
        }
    }

    /// A context in a state, with the objects that the program holds.
    private static func ready(_ stack: PersistentStack, _ state: State, _ size: Int) throws -> (
        Context, [any Model]
    ) {
        try fill(stack, clubs: size, athletes: size)
        let context = try stack.makeContext()
        if state == .empty { return (context, []) }
        if state == .inserted {
            for number in size..<size * 2 {
                let club = Club(id: number + 1, name: "club \(number)")
                try context.insert(club)
                try context.insert(athlete(number, club))
            }
            return (context, [])
        }
        let (athletes, clubs) = try (context.fetch(Athlete.all), context.fetch(Club.all))
        if state == .changed {
            for athlete in athletes { athlete.score += 1 }
            for club in clubs { club.name += "!" }
        }
        return (context, athletes + clubs)
    }

    private static let operations: [Operation] = [
        Operation(name: "object by key") { _ = try $0.object(Athlete.self, $1 + 1) },
        Operation(name: "object by a key that is not there") { _ = try $0.object(Athlete.self, -$1 - 1) },
        Operation(name: "fetch by key") { context, number in
            try expect(try context.fetch(Athlete.where { $0.id == number + 1 }).count, 1)
        },
        Operation(name: "fetch by an indexed attribute") { context, number in
            try expect(try context.fetch(Athlete.where { $0.code == "c\(number)" }).count, 1)
        },
        Operation(name: "count by an indexed attribute") { context, number in
            try expect(try context.count(Athlete.where { $0.code == "c\(number)" }), 1)
        },
        Operation(name: "fetch by a relationship") { context, number in
            guard let club = try context.object(Club.self, number + 1) else { return }
            try expect(try context.fetch(Athlete.where { $0.club == club.objectID }).count, 1)
        },
        Operation(name: "insert") { try $0.insert(athlete($1 + 1_000_000, nil)) },
        Operation(name: "change") { try $0.object(Athlete.self, $1 + 1)?.score -= 1 },
        Operation(name: "delete") { context, number in
            if let athlete = try context.object(Athlete.self, number + 1) { try context.delete(athlete) }
        },
        Operation(name: "follow to one") { _ = try $0.object(Athlete.self, $1 + 1)?.club?.name },
        Operation(name: "follow to many") { _ = try $0.object(Club.self, $1 + 1)?.athletes.count },
        Operation(name: "ask for changes") { context, _ in _ = context.hasChanges },
        Operation(name: "fetch the first 10", isWhole: true) { context, _ in
            try expect(try context.fetch(Athlete.all.sorted { $0.code.ascending }.limit(10)).count, 10)
        },
        Operation(name: "fetch all", isWhole: true) { context, _ in _ = try context.fetch(Athlete.all) },
        Operation(name: "count by a column of another", isWhole: true) { context, _ in
            _ = try context.count(Athlete.where { $0.club.name == "club 7" })
        },
        Operation(name: "count by any member", isWhole: true) { context, _ in
            _ = try context.count(Club.where { $0.athletes.any { $0.score > 100 } })
        },
        Operation(name: "count by a count", isWhole: true) { context, _ in
            _ = try context.count(Club.where { $0.athletes.count > 0 })
        },
        Operation(name: "sum", isWhole: true) { context, _ in _ = try context.sum(Athlete.all) { $0.score } },
        Operation(name: "stream", isWhole: true) { context, _ in try context.stream(Athlete.all) { _ in true }
        },
        Operation(name: "select of another", isWhole: true) { context, _ in
            _ = try context.select(Athlete.all) { ($0.id, $0.club.name) }
        },
        Operation(name: "save", isWhole: true) { context, _ in try context.save() },
        Operation(name: "roll back", isWhole: true) { context, _ in context.rollback() },
        Operation(name: "refresh all", isWhole: true) { context, _ in try context.refreshAll() },
    ]
}
