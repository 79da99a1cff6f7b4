internal import Granary

extension CountedRow {
    /// Every row, for each store.
    static let all = reading + asking + writing

    private static let reading = [
        CountedRow("unit-of-work", rounds: 1_000) { stack, _ in try await stack.perform { _ in } },
        CountedRow("unit-of-work-one-row", rounds: 1_000) { stack, _ in
            try await stack.perform { context in
                try check(context.object(Book.self, 7)?.pages == 7)
            }
        },
        CountedRow("fetch-2000", rounds: 4) { stack, _ in
            try await stack.perform { context in
                try check(context.fetch(Book.all).count == CountedStore.books)
            }
        },
        CountedRow("object-by-key-500", rounds: 20) { stack, _ in
            try await stack.perform { context in
                for number in 0..<500 { try check(context.object(Book.self, number * 4) != nil) }
            }
        },
        CountedRow("identity-map-5000", rounds: 30) { stack, _ in
            try await stack.perform { context in
                let book = try context.object(Book.self, 7)
                for _ in 0..<5_000 { try check(context.object(Book.self, 7) === book) }
            }
        },
        CountedRow("to-one-2000", rounds: 4) { stack, _ in
            try await stack.perform { context in
                let sum = try context.fetch(Book.all).reduce(0) { $0 + ($1.author?.id ?? 0) }
                try check(sum == 19_000)
            }
        },
        CountedRow("to-many-20", rounds: 10) { stack, _ in
            try await stack.perform { context in
                let sum = try context.fetch(Author.all).reduce(0) { $0 + $1.books.count }
                try check(sum == CountedStore.books)
            }
        },
    ]

    private static let asking = [
        CountedRow("filter-and-sort", rounds: 20) { stack, _ in
            try await stack.perform { context in
                let query = Book.where { $0.pages > 20 && $0.title.hasPrefix("title 1") }.sorted {
                    $0.title.ascending
                }
                try check(!context.fetch(query).isEmpty)
            }
        },
        CountedRow("count-by-related", rounds: 40) { stack, _ in
            try await stack.perform { context in
                let query = Book.where { $0.price == 5 && $0.author.name != "author 3" }
                try check(context.count(query) == 1_900)
            }
        },
        CountedRow("group-by-related", rounds: 40) { stack, _ in
            try await stack.perform { context in
                let groups = try context.grouped(
                    Book.all, by: { $0.author.id }, { ($0.pages.average, $0.pages.maximum) })
                try check(groups.count == CountedStore.authors)
            }
        },
    ]

    private static let writing = [
        CountedRow("insert-1000", rounds: 4) { stack, round in
            try await stack.perform { context in
                for number in 0..<1_000 {
                    try context.insert(Book(id: 100_000 + round * 1_000 + number, title: "new", pages: 1))
                }
                try context.save()
            }
        },
        CountedRow("insert-and-delete-500", rounds: 4) { stack, round in
            try await stack.perform { context in
                for number in 0..<500 {
                    try context.insert(Book(id: 100_000 + round * 500 + number, title: "new", pages: 1))
                }
                try context.save()
                try context.delete(contentsOf: context.fetch(Book.where { $0.id >= 100_000 }))
                try context.save()
            }
        },
        CountedRow("change-2000", rounds: 4) { stack, _ in
            try await stack.perform { context in
                for book in try context.fetch(Book.all) { book.title += "." }
                try context.save()
            }
        },
        CountedRow("change-indexed-2000", rounds: 4) { stack, _ in
            try await stack.perform { context in
                for book in try context.fetch(Book.all) { book.pages += 1 }
                try context.save()
            }
        },
        CountedRow("change-relationship-500", rounds: 4) { stack, round in
            try await stack.perform { context in
                let author = try context.object(Author.self, round % CountedStore.authors)
                for number in 0..<500 { try context.object(Book.self, number * 4)?.author = author }
                try context.save()
            }
        },
        CountedRow("save-one-row", rounds: 200) { stack, _ in
            try await stack.perform { context in
                try context.object(Book.self, 7)?.pages += 1
                try context.save()
            }
        },
    ]

    /// Ends the run where work has another result than it must have.
    private static func check(_ isAsExpected: Bool) throws {
        if !isAsExpected { throw WrongResult() }
    }
}

/// Counted work had another result than it must have.
struct WrongResult: Error {}
