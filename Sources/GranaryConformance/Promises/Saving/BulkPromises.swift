import Granary

/// Many objects in one save.
enum BulkPromises: PromiseList {
    static let category = ConformanceCategory.bulk

    private static let many = 10_000

    private static func fill(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for id in 0..<many { try context.insert(Finding(id: id, int: id % 100, string: "text \(id)")) }
        }
    }

    static let promises: [ConformancePromise] = [
        promise("10,000 objects are inserted in one save and read back") { bench in
            try await fill(bench)
            try await bench.perform { context in
                try expectEqual(try context.count(Finding.all), many, "findings")
                try expectEqual(
                    try context.sum(Finding.all) { $0.id }, many * (many - 1) / 2, "sum of the keys")
                let wrong = try context.fetch(Finding.all).filter { $0.string != "text \($0.id)" }
                try expectEqual(wrong.count, 0, "wrong findings")
            }
        },
        promise("50,000 objects with made keys are inserted in one save") { bench in
            try await bench.save { context in
                for number in 0..<50_000 { try context.insert(Stamp(text: "\(number)")) }
            }
            try expectEqual(try await bench.perform { try $0.count(Stamp.all) }, 50_000, "stamps")
        },
        promise("10,000 objects are changed in one save") { bench in
            try await fill(bench)
            try await bench.save { context in
                for finding in try context.fetch(Finding.all) { finding.int = finding.id + 1 }
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.sum(Finding.all) { $0.int }, many * (many + 1) / 2,
                    "sum of the changed values")
            }
        },
        promise("9,000 of 10,000 objects are deleted in one save") { bench in
            try await fill(bench)
            try await bench.save { context in
                for finding in try context.fetch(Finding.where { $0.int >= 10 }) {
                    try context.delete(finding)
                }
            }
            try await bench.perform { context in
                try expectEqual(try context.count(Finding.all), 1_000, "findings")
                try expectEqual(try context.maximum(Finding.all) { $0.int }, 9, "the largest value")
            }
        },
        promise("Inserting, changing and deleting thousands of objects is one save") { bench in
            try await fill(bench)
            try await bench.save { context in
                for finding in try context.fetch(Finding.all) {
                    if finding.id % 2 == 0 { try context.delete(finding) } else { finding.int = -1 }
                }
                for id in many..<(many + 3_000) { try context.insert(Finding(id: id, int: -2)) }
            }
            try await bench.perform { context in
                let rows = try context.grouped(Finding.all, by: { $0.int }) { $0.count() }
                try expectEqual(rows.map(\.group), [-2, -1], "groups")
                try expectEqual(rows.map(\.values), [3_000, 5_000], "counts")
            }
        },
        promise("A violation in the middle of 10,000 objects stores none, and one correction stores all") {
            bench in
            try await bench.perform { context in
                let seats = (0..<many).map { Seat(id: $0, label: $0 == 7_000 ? "1" : "\($0)") }
                for seat in seats { try context.insert(seat) }
                try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(try bench.stack.makeContext().count(Seat.all), 0, "seats stored")
                seats[7_000].label = "7000"
                try context.save()
            }
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, many, "seats")
        },
        promise("A graph of 2,000 owners with 8,000 members is one save") { bench in
            try await bench.save { context in
                for id in 0..<2_000 {
                    let book = Book(id: id, title: "\(id)")
                    try context.insert(book)
                    for position in 0..<4 {
                        book.chapters.append(Chapter(volume: "\(id)", position: position, heading: "h"))
                    }
                }
            }
            let isCounted = try bench.counts(Book.where { $0.chapters.count == 4 })
            try await bench.perform { context in
                try expectEqual(
                    try context.count(Book.where { $0.chapters.count == 4 }), 2_000, "books of four chapters")
                if isCounted { try expectEqual(context.statistics.storeRequests, 1, "requests of the count") }
                let before = context.statistics.storeRequests
                let counts = try context.fetch(Book.all).map(\.chapters.count)
                try expectEqual(counts.count { $0 == 4 }, 2_000, "loaded chapters")
                let requests = context.statistics.storeRequests - before
                try expect(requests <= 2, "\(requests) requests were made")
            }
        },
        promise("A save of 10,000 objects by others does not burden a context that shows ten") { bench in
            try await fill(bench)
            let small = try bench.stack.makeContext()
            let shown = try small.fetch(Finding.where { $0.id < 10 })
            try await bench.save { context in
                for finding in try context.fetch(Finding.all) { finding.int = 1_000 }
            }
            let before = small.statistics.rowsFetched
            try small.insert(Finding(id: -1))
            try small.save()
            try expectEqual(shown.map(\.int), Array(repeating: 1_000, count: 10), "shown numbers")
            try expect(
                small.statistics.rowsFetched - before <= 10,
                "\(small.statistics.rowsFetched - before) rows were fetched")
        },
        promise("A thousand saves of others' objects do not burden a context that shows ten") { bench in
            let small = try bench.stack.makeContext()
            for id in 0..<10 { try small.insert(Finding(id: id)) }
            try small.save()
            let shown = try small.fetch(Finding.where { $0.id < 10 })
            let saves = ConformanceEffort.current.isLong ? many : many / 10
            try await bench.perform { context in
                for number in 1...saves {
                    try context.insert(Finding(id: 9 + number))
                    try context.existing(Finding.self, number % 10).int = number
                    try context.save()
                }
            }
            let before = small.statistics
            try small.insert(Finding(id: -1))
            try small.save()
            let last = (0..<10).map { $0 == 0 ? saves : saves - 10 + $0 }
            try expectEqual(shown.map(\.int), last, "shown numbers")
            let (rows, requests) = (
                small.statistics.rowsFetched - before.rowsFetched,
                small.statistics.storeRequests - before.storeRequests
            )
            try expect(rows <= 10 && requests <= 3, "\(rows) rows were fetched in \(requests) requests")
        },
    ]
}
