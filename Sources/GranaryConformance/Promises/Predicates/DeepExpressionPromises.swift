import Granary

/// Expressions of any depth are answered, or refused with an error: none ends the process.
enum DeepExpressionPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("Conditions and sums that are nested too deeply are errors") { bench in
            try await bench.perform { try refuse($0) }
            var count = bench.stack.observe(Book.where { negated($0.isPrinted, 30_000) }) { $0.count() }
                .makeAsyncIterator()
            try await expectErrorAsync(.query, "a live count") { _ = try await count.next() }
        },
        promise("Expressions that were made by hand and are nested too deeply are errors") { bench in
            try await bench.perform { try refuseTrees($0) }
        },
        promise("Expressions of the allowed depth are answered") { bench in
            try await bench.saveLibrary()
            for depth in [20, 60, 99, 150, 190] { try await bench.perform { try answer($0, depth) } }
        },
        promise("Chains that are joined in any way stay low") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let printed = try context.fetch(Book.where { $0.isPrinted }).map(\.id)
                for number in 0..<3 {
                    let query = Book.where { book in
                        (1...2_000).reduce(book.isPrinted) { chain, step in
                            let other = book.isPrinted || book.isPrinted
                            return switch (number, step % 2) {
                            case (0, _): other && book.isPrinted && chain
                            case (1, 0), (2, _): (chain && other) && (other && book.isPrinted)
                            default: other && chain
                            }
                        }
                    }
                    // As high as it is long, it could not be walked; the store gets a shorter one.
                    try expect(query.predicate != nil, "no condition")
                }
                let few = Book.where { book in
                    (1...300).reduce(book.isPrinted) { chain, step in
                        let (most, least) = (1_000 + step, -step)
                        return step % 2 == 0 ? book.id < most && chain : chain && book.id != least
                    }
                }
                try expectEqual(try context.fetch(few).map(\.id), printed, "books")
            }
        },
    ]

    // MARK: Refusing

    private static func refuse(_ context: Context) throws {
        let deep: [Query<Book>] = [
            Book.where { negated($0.isPrinted, 30_000) },
            Book.where { alternating($0.isPrinted, $0.pages == 1, 20_000) },
            Book.where { sum($0.pages, $0.reprints, 20_000) > 0 },
            Book.where { sum($0.rating, $0.rating, 1_500) > 0 },
            Book.where { $0.tags.any { negated($0.weight == 1, 20_000) } },
            Book.where { compared($0.isPrinted, 20_000) },
            Book.all.sorted { sum($0.pages, $0.pages, 1_500).ascending },
        ]
        for (position, query) in deep.enumerated() {
            try expectError(.query, "fetch \(position)") { _ = try context.fetch(query) }
            try expectError(.query, "count \(position)") { _ = try context.count(query) }
            try expectError(.query, "explain \(position)") { _ = try context.explain(query) }
        }
        try expectError(.query, "a column") {
            _ = try context.select(Book.all) { sum($0.rating, $0.rating, 1_500) }
        }
        try expectError(.query, "an aggregate") {
            _ = try context.sum(Book.all) { sum($0.pages, $0.pages, 1_500) }
        }
        try expectError(.query, "a group") {
            _ = try context.grouped(Book.all, by: { sum($0.pages, $0.pages, 1_500) }) { $0.count() }
        }
        try expectError(.query, "an assignment") {
            _ = try context.updateAll(Book.all) { $0.pages.set(to: sum($0.pages, $0.pages, 1_500)) }
        }
    }

    private static func refuseTrees(_ context: Context) throws {
        var deep = ExpressionTree.attribute(path: [], name: "isPrinted")
        for _ in 0..<100_000 { deep = .not(deep) }
        var query = Book.all
        query.predicate = deep
        try expectError(.query, "a condition") { _ = try context.fetch(query) }
        var sorted = Book.all
        sorted.sort = [SortTerm(deep)]
        try expectError(.query, "an order") { _ = try context.fetch(sorted) }
        try expectError(.query, "a column") {
            _ = try context.select(Book.all, columns: .expressions([deep]))
        }
        try expectError(.query, "a group") {
            _ = try context.select(
                Book.all, columns: .groups(Grouping(groups: [deep], columns: [.group(0)])))
        }
        var chain = ExpressionTree.attribute(path: [], name: "isPrinted")
        for _ in 0..<3_000 { chain = .and(chain, .attribute(path: [], name: "isPrinted")) }
        let books = try context.fetch(Query<Book>(predicate: chain)).count
        try expectEqual(books, try context.count(Book.where { $0.isPrinted }), "books of a long chain")
    }

    // MARK: Answering

    private static func answer(_ context: Context, _ depth: Int) throws {
        let all = try context.fetch(Book.all)
        func expectBooks(
            _ what: String, _ condition: (Book.Fields) -> TypedExpression<Book, Bool>,
            _ isMember: (Book) -> Bool
        ) throws {
            let found = try context.fetch(Book.where(condition)).map(\.id)
            try expectEqual(found, all.filter(isMember).map(\.id), "\(what), \(depth) levels")
        }
        try expectBooks("negations", { negated($0.isPrinted, depth) }) { $0.isPrinted == (depth % 2 == 0) }
        try expectBooks("and and or", { alternating($0.isPrinted, $0.pages == 96, depth) }) {
            $0.pages == 96 || $0.isPrinted && depth < 2
        }
        try expectBooks("comparisons", { compared($0.isPrinted, depth) }) { $0.isPrinted }
        try expectBooks("sums of integers", { sum($0.id, $0.id, depth) > 5 * (depth + 1) }) { $0.id > 5 }
        try expectBooks("sums of reals", { sum($0.rating, $0.rating, depth) > 0 }) {
            ($0.rating ?? 0) > 0
        }
        try expectBooks(
            "sums to the right", { nested($0.rating, depth) > 0 }, { ($0.rating ?? 0) > 0 })
        try expectBooks("quotients", { divided($0.rating, depth) > 0 }) {
            ($0.rating ?? 0) > 0 && $0.rating != .infinity
        }
        try expectBooks("quotients within functions", { magnitude($0.rating, depth / 2) > 0 }) {
            ($0.rating ?? 0) != 0 && $0.rating?.isFinite == true
        }
        try expectBooks("choices", { chosen($0.rating, depth / 4) > 0 }) { ($0.rating ?? 0) > 0 }
        try expectBooks(
            "objects of a relationship",
            { $0.tags.any { negated($0.weight == 3, depth) } },
            { book in book.tags.contains { ($0.weight == 3) == (depth % 2 == 0) } })
    }

    private static func negated<M: Model>(_ condition: TypedExpression<M, Bool>, _ depth: Int)
        -> TypedExpression<M, Bool>
    { (0..<depth).reduce(condition) { inner, _ in !inner } }

    private static func alternating<M: Model>(
        _ first: TypedExpression<M, Bool>, _ second: TypedExpression<M, Bool>, _ depth: Int
    ) -> TypedExpression<M, Bool> {
        (0..<depth).reduce(first) { $1 % 2 == 0 ? $0 && second : $0 || second }
    }

    /// The condition compared with true again and again.
    private static func compared<M: Model>(_ condition: TypedExpression<M, Bool>, _ depth: Int)
        -> TypedExpression<M, Bool>
    { (0..<depth).reduce(condition) { inner, _ in inner == true } }

    private static func sum<M: Model, V: NumericAttribute>(
        _ first: TypedExpression<M, V>, _ second: TypedExpression<M, V>, _ depth: Int
    ) -> TypedExpression<M, V> { (0..<depth).reduce(first) { sum, _ in sum + second } }

    private static func divided<M: Model>(_ term: TypedExpression<M, Double?>, _ depth: Int)
        -> TypedExpression<M, Double?>
    { (0..<depth).reduce(term) { quotient, _ in quotient / 1 } }

    /// The distance from zero of a quotient of that of a quotient, again and again.
    private static func magnitude<M: Model>(_ term: TypedExpression<M, Double?>, _ depth: Int)
        -> TypedExpression<M, Double?>
    { (0..<depth).reduce(term) { quotient, _ in (quotient / 1).absolute } }

    /// A choice by a condition on such a choice, again and again, with the same value in each case.
    private static func chosen<M: Model>(_ term: TypedExpression<M, Double?>, _ depth: Int)
        -> TypedExpression<M, Double?>
    { (0..<depth).reduce(term) { value, _ in when(!(value > 4), then: term).otherwise(term) } }

    private static func nested<M: Model, V: NumericAttribute>(_ term: TypedExpression<M, V>, _ depth: Int)
        -> TypedExpression<M, V>
    { (0..<depth).reduce(term) { sum, _ in term + sum } }
}
