import Granary

/// Batches and saves that change the same rows at once each take effect as if they came one after the other.
enum RacedBatchPromises: PromiseList {
    static let category = ConformanceCategory.tasks
    static let areAboutContent = true

    private static func options(_ bench: ConformanceBench) -> ContextOptions {
        var options = bench.stack.backgroundOptions
        options.retries = 100
        return options
    }

    static let promises: [ConformancePromise] = [
        promise("Batches and saves that count up one column at once lose no step") { bench in
            let options = options(bench)
            try await bench.save { context in
                for id in 0..<6 { try context.insert(Book(id: id, title: "b", pages: 0)) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        try await bench.perform(options) { context in
                            if number % 2 == 0 {
                                try context.updateAll(Book.all) { $0.pages.set(to: $0.pages + 1) }
                                return
                            }
                            for book in try context.fetch(Book.all) { book.pages = (book.pages ?? 0) + 1 }
                            try context.save()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let pages = try await bench.perform { try $0.fetch(Book.all).map(\.pages) }
            try expectEqual(pages, Array(repeating: 12, count: 6), "pages")
        },
        promise("Batches that change different columns of the same rows at once all take effect") { bench in
            let options = options(bench)
            try await bench.save { context in
                for id in 0..<6 {
                    try context.insert(Book(id: id, title: "b", pages: 0, reprints: 0))
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await bench.perform(options) { context in
                            _ = try context.updateAll(Book.all) { $0.pages.set(to: $0.pages + 1) }
                        }
                    }
                    group.addTask {
                        try await bench.perform(options) { context in
                            _ = try context.updateAll(Book.all) { $0.reprints.set(to: $0.reprints + 10) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sums = try await bench.perform { try $0.fetch(Book.all).map { [$0.pages, $0.reprints] } }
            try expectEqual(sums, Array(repeating: [4, 40], count: 6), "pages and reprints")
        },
        promise("Batch deletions beside insertions delete what their query finds and nothing else") { bench in
            let options = options(bench)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        try await bench.perform(options) { context in
                            try context.insert(Book(id: number, title: "b", pages: number % 2))
                            try context.save()
                        }
                    }
                    group.addTask {
                        _ = try await bench.perform(options) {
                            try $0.deleteAll(Book.where { $0.pages == 1 })
                        }
                    }
                }
                try await group.waitForAll()
            }
            let (before, left) = try await bench.perform { context in
                let before = try context.fetch(Book.all).filter { $0.pages == 0 }.map(\.id)
                try context.deleteAll(Book.where { $0.pages == 1 })
                return (before, try context.fetch(Book.all).map(\.id))
            }
            try expectEqual(before, [0, 2, 4, 6, 8], "books that no batch deletes")
            try expectEqual(left, before, "books that are left")
        },
    ]
}
