import Granary

/// Conditions in lines: each has to hold, and Swift's `if`, `switch` and `for` choose among them.
enum ConditionLinePromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { lines + choices + everywhere(members) }

    private static let lines: [ConformancePromise] = [
        books(
            "Each line has to hold",
            {
                $0.pages > 90
                $0.isPrinted
            }
        ) { $0.pages ?? 0 > 90 && $0.isPrinted },
        books(
            "A line may be an or",
            {
                $0.pages > 320 || $0.isPrinted
                !($0.subtitle == nil)
            }
        ) { ($0.pages ?? 0 > 320 || $0.isPrinted) && $0.subtitle != nil },
        books("Without a line, every object is meant", { _ in }) { _ in true },
        books(
            "A condition for each element of a list",
            { book in
                for letter in ["s", "e"] { book.title.contains(letter) }
            }
        ) { row in ["s", "e"].allSatisfy { row.title.contains($0) } },
        promise("Filters that are all left out are no condition") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                let none: Int? = nil
                let query = Book.where { if let none { $0.pages > none } }
                try expect(query.predicate == nil, "a condition without lines")
                try expectEqual(try context.count(query), Library.books.count, "books")
                let both = query.where { $0.pages > 90 }.where { if let none { $0.pages > none } }
                try expectEqual(try context.fetch(both).map(\.id), [1, 2, 6, 7, 9, 10], "books")
            }
        },
    ]

    private static var choices: [ConformancePromise] {
        [96, nil].flatMap { (pages: Int?) -> [ConformancePromise] in
            let form = pages == nil ? "left out" : "in force"
            return [
                books(
                    "A filter by if let that is \(form)",
                    {
                        if let pages { $0.pages == pages }
                        $0.subtitle != nil
                    }
                ) { (pages == nil || $0.pages == pages) && $0.subtitle != nil },
                books(
                    "A filter by if and else, whose condition is \(form)",
                    { if pages == nil { $0.isPrinted } else { !$0.isPrinted } }
                ) { $0.isPrinted == (pages == nil) },
                books(
                    "A filter by switch, whose case is \(form)",
                    {
                        switch pages {
                        case let number?:
                            $0.pages >= number
                            $0.reprints != nil
                        case nil: $0.pages == nil
                        }
                    }
                ) { row in
                    guard let pages else { return row.pages == nil }
                    return row.pages ?? 0 >= pages && row.reprints != nil
                },
            ]
        }
    }

    private static let members: [ConformancePromise] = [
        authors(
            "Any, with a condition in each of two lines",
            {
                $0.books.any {
                    $0.isPrinted
                    $0.pages > 90
                }
            }
        ) { $0.books.contains { $0.isPrinted && $0.pages ?? 0 > 90 } },
        authors(
            "All, with a condition in each of two lines",
            {
                $0.books.all {
                    $0.pages != nil
                    $0.price != nil
                }
            }
        ) { $0.books.allSatisfy { $0.pages != nil && $0.price != nil } },
        authors(
            "None, and a count, with a condition in each of two lines",
            {
                $0.books.none {
                    $0.isPrinted
                    $0.rating == nil
                }
                $0.books.count {
                    $0.pages > 0
                    $0.subtitle != nil
                } > 0
            }
        ) {
            !$0.books.contains { $0.isPrinted && $0.rating == nil }
                && $0.books.contains { $0.pages ?? 0 > 0 && $0.subtitle != nil }
        },
        authors("Any without a condition needs an object", { $0.books.any { _ in } }) { !$0.books.isEmpty },
        authors("All without a condition always holds", { $0.books.all { _ in } }) { _ in true },
        authors("None without a condition needs that there is no object", { $0.books.none { _ in } }) {
            $0.books.isEmpty
        },
        authors("A count without a condition counts everything", { $0.books.count(where: { _ in }) == 2 }) {
            $0.books.count == 2
        },
    ]
}
