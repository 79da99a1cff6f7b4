internal import Granary
internal import Workload

extension GrowthWork {
    /// Work that has grown faster than its size before, or would be noticed most.
    static let named: [GrowthWork] = [
        GrowthWork(name: "find by an indexed attribute, else insert; one save", work: findElseInsert),
        GrowthWork(name: "find among unsaved changes, else insert", grounds: Ground.single + Ground.double) {
            stack, size in
            try fill(stack, clubs: 1, athletes: size)
            let context = try stack.makeContext()
            for athlete in try context.fetch(Athlete.all) { athlete.score += 1 }
            return try Outcome { try findElseInsert(context, numbers: size / 2..<size / 2 + size) }
        },
        GrowthWork(name: "find by a range, else insert") { stack, size in
            let context = try stack.makeContext()
            return try Outcome {
                for number in 0..<size {
                    // In no order, so that new rows belong between the existing ones.
                    let score = number * 7_919 % 1_000_003
                    guard
                        try context.first(Athlete.where { $0.score > score - 1 && $0.score <= score }) == nil
                    else { continue }
                    try context.insert(Athlete(id: number + 1, code: "c\(number)", score: score, club: nil))
                }
                return 0
            }
        },
        GrowthWork(name: "posts with 3 of the same 50 labels", work: labelPosts),
        GrowthWork(name: "move a member, look at both lists of 10") { stack, size in
            try moveMembers(stack, size, clubs: size / 10)
        },
        GrowthWork(name: "move a member, look at both of 2 lists") { stack, size in
            try moveMembers(stack, size, clubs: 2)
        },
        GrowthWork(
            name: "where the count of members in another store > 0", grounds: Ground.double, work: countAcross
        ),
        GrowthWork(
            name: "order by the count of members in another store", grounds: Ground.double, work: orderAcross),
        GrowthWork(name: "where any member, with one unsaved", work: anyWithOneUnsaved),
        GrowthWork(
            name: "lists of objects that were inserted and fetched", grounds: Ground.single + Ground.double,
            work: listsAfterInserting),
        GrowthWork(
            name: "a unit of work, by the number of models", limit: 1.7, steps: { _ in 4_000 },
            unusedModels: { $0 / 64 }, work: unitsOfWork),
        GrowthWork(
            name: "another's save while a list is held", limit: 2, grounds: Ground.single, steps: { _ in 64 },
            work: othersSave),
        GrowthWork(
            name: "remove a member of a list, look", limit: 2, steps: { _ in 64 }, work: removeAndLook),
        GrowthWork(
            name: "open a store again after one save", grounds: [.sqlite, .levelDB], steps: { _ in 1 },
            work: openAgain),
        GrowthWork(name: "undo steps of one change each", work: undoSteps),
        GrowthWork(name: "undo steps that move a new member", work: undoMoves),
    ]

    private static let findElseInsert: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        let context = try stack.makeContext()
        return try Outcome {
            let found = try findElseInsert(context, numbers: 0..<size)
            try context.save()
            return found
        }
    }

    private static func findElseInsert(_ context: Context, numbers: Range<Int>) throws -> Int64 {
        var found: Int64 = 0
        for number in numbers {
            let code = "c\(number)"
            if try context.fetch(Athlete.where { $0.code == code }).first != nil {
                found += 1
            } else {
                try context.insert(athlete(number, nil))
            }
        }
        return found
    }

    private static let labelPosts: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        let context = try stack.makeContext()
        let labels = (0..<50).map { Label(word: "label \($0)") }
        for label in labels { try context.insert(label) }
        return try Outcome {
            for number in 0..<size {
                let post = Post(id: number + 1, text: "text")
                try context.insert(post)
                for offset in 0..<3 { post.labels.append(labels[(number + offset * 7) % 50]) }
            }
            try context.save()
            return 0
        }
    }

    private static func moveMembers(_ stack: PersistentStack, _ size: Int, clubs: Int) throws -> Outcome {
        try fill(stack, clubs: clubs, athletes: size)
        let context = try stack.makeContext()
        let all = try context.fetch(Club.all)
        let athletes = try context.fetch(Athlete.all)
        return try Outcome {
            for (number, athlete) in athletes.enumerated() {
                let (old, new) = (all[number % clubs], all[(number + 1) % clubs])
                let (before, after) = (old.athletes.count, new.athletes.count)
                athlete.club = new
                try expect([old.athletes.count, new.athletes.count], [before - 1, after + 1])
            }
            return 0
        }
    }

    private static let openAgain: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: 1, athletes: size)
        try stack.stop()
        return try Outcome {
            try stack.start()
            return 0
        }
    }

    private static let undoMoves: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        let context = try stack.makeContext()
        context.history.levels = size
        let clubs = (0..<2).map { Club(id: $0 + 1, name: "club") }
        let athletes = (0..<size).map { athlete($0, clubs[0]) }
        for athlete in athletes { try context.insert(athlete) }
        context.history.endStep()
        return try Outcome {
            for athlete in athletes {
                athlete.club = clubs[1]
                context.history.endStep()
            }
            for _ in athletes { _ = try context.history.undo() }
            try expect(clubs.map(\.athletes.count), [size, 0])
            return 0
        }
    }

    private static let undoSteps: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: 1, athletes: size)
        let context = try stack.makeContext()
        context.history.levels = size
        let athletes = try context.fetch(Athlete.all)
        return try Outcome {
            for athlete in athletes {
                athlete.score += 1
                context.history.endStep()
            }
            for _ in athletes { _ = try context.history.undo() }
            try expect(context.hasChanges, false)
            return 0
        }
    }
}
