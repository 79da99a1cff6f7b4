internal import Granary
internal import Workload

extension Duel {
    /// Making stored rows equal to a list, and reading them page by page.
    public static let reconciling: [Duel] = [Ground.memory, .sqlite, .levelDB].flatMap {
        [reconcile(on: $0), deepPage(of: 50, on: $0), deepPage(of: 100, on: $0), offsetPage(on: $0)]
    }

    private static let prepare: @Sendable (PersistentStack, Int) throws -> Void = { stack, size in
        try fill(stack, clubs: 1, athletes: size)
    }

    // MARK: Reconciling

    private static func reconcile(on ground: Ground) -> Duel {
        Duel(
            name: "reconcile rows of which 1 % differ", yardstick: "fetch all, update those", ground: ground,
            limit: 1.3, prepare: prepare,
            base: { stack, size, round in
                let items = list(size, round)
                let context = try stack.makeContext()
                return try Outcome { try byHand(items, in: context) }
            },
            judged: { stack, size, round in
                let items = list(size, round)
                let context = try stack.makeContext()
                return try Outcome {
                    let done = try context.reconcile(Athlete.all, with: items, matching: { $0.code })
                    try context.save()
                    return Int64(done.updated)
                }
            })
    }

    /// The wanted rows: every hundredth differs from the result of the round before.
    private static func list(_ size: Int, _ round: Int) -> [Athlete.Snapshot] {
        (0..<size).map { number in
            Athlete.Snapshot(
                id: number + 1, code: "c\(number)", score: number % 100 == 0 ? -1 - round : number, club: 1)
        }
    }

    /// The code that a program needs without the call.
    private static func byHand(_ items: [Athlete.Snapshot], in context: Context) throws -> Int64 {
        var missing = Dictionary(
            try context.fetch(Athlete.all).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        var changed: Int64 = 0
        for item in items {
            guard let athlete = missing.removeValue(forKey: item.code) else {
                try context.insert(item)
                continue
            }
            if athlete.score != item.score {
                athlete.score = item.score
                changed += 1
            }
        }
        for athlete in missing.values { try context.delete(athlete) }
        try context.save()
        return changed
    }

    // MARK: Pages

    private static let query = Athlete.all.sorted { $0.code.ascending }

    private static func deepPage(of pageSize: Int, on ground: Ground) -> Duel {
        // One takes a few microseconds.
        let pages = 1_000
        return Duel(
            name: "a page of \(pageSize) at a depth of 90 %", yardstick: "the first page", ground: ground,
            limit: 1.2, prepare: prepare,
            base: { stack, _, _ in try firstPages(pages, of: pageSize, in: stack) },
            judged: { stack, size, _ in
                let cursor = try cursor(in: stack, at: size * 9 / 10)
                let context = try stack.makeContext()
                return try Outcome {
                    try repeated(pages) {
                        try context.page(query.after(cursor), size: pageSize).objects.count
                    }
                }
            })
    }

    /// Where a page begins at a depth.
    ///
    /// A separate context reads up to there, so that the measured one holds no more objects than that of the first
    /// page.
    private static func cursor(in stack: PersistentStack, at depth: Int) throws -> PageCursor {
        // A page of that many rows ends where the measured one begins.
        guard let cursor = try stack.makeContext().page(query, size: depth).next else {
            throw WorkloadError("there is no page at this depth")
        }
        return cursor
    }

    private static func offsetPage(on ground: Ground) -> Duel {
        let (pages, pageSize) = (100, 50)
        return Duel(
            name: "a page of 50 by its offset", yardstick: "the first page", ground: ground, limit: nil,
            prepare: prepare, base: { stack, _, _ in try firstPages(pages, of: pageSize, in: stack) },
            judged: { stack, size, _ in
                let context = try stack.makeContext()
                return try Outcome {
                    try repeated(pages) {
                        try context.fetch(query.offset(size * 9 / 10).limit(pageSize)).count
                    }
                }
            })
    }

    private static func firstPages(_ count: Int, of size: Int, in stack: PersistentStack) throws -> Outcome {
        let context = try stack.makeContext()
        return try Outcome { try repeated(count) { try context.page(query, size: size).objects.count } }
    }

    private static func repeated(_ count: Int, _ page: () throws -> Int) throws -> Int64 {
        var rows = 0
        for _ in 0..<count { rows += try page() }
        return Int64(rows)
    }
}
