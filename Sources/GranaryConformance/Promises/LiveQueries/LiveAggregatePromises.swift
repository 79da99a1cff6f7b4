import FoundationEssentials
import Granary

/// Live counts, sums, means, extremes and groups have the value that a context gives.
enum LiveAggregatePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] {
        everywhere(related, in: [.united, .apart]) + values + groups + choices + programs
    }

    private static let related: [ConformancePromise] = [
        promise("A live count over a limit or through a relationship runs again") { bench in
            try await bench.saveLibrary()
            let (few, ada) = (Tag.all.limit(3), Book.where { $0.author.name == "Ada" })
            var limited = try await FollowedAggregate(bench.stack.observe(few) { $0.count() }, bench) {
                try $0.count(few)
            }
            var related = try await FollowedAggregate(bench.stack.observe(ada) { $0.count() }, bench) {
                try $0.count(ada)
            }
            try await bench.save { try $0.existing(Author.self, 2).name = "Ada" }
            try await related.next()
            try await bench.perform { _ = try $0.deleteAll(Tag.where { $0.weight == nil || $0.weight > 2 }) }
            try expectEqual(try await limited.next(), "1", "tags")
        }
    ]

    private static let values: [ConformancePromise] = [
        promise("A live count follows what enters, leaves and changes its condition") { bench in
            try await bench.saveLibrary()
            let query = Tag.where { $0.weight > 2 }
            var count = try await FollowedAggregate(bench.stack.observe(query) { $0.count() }, bench) {
                try $0.count(query)
            }
            try expectEqual(count.text, "2", "first")
            try await bench.save { try $0.insert(Tag(word: "new", weight: 5)) }
            try expectEqual(try await count.next(), "3", "entering")
            try await bench.save { try $0.existing(Tag.self, "blue").weight = nil }
            try expectEqual(try await count.next(), "2", "changed")
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "unused")) }
            try expectEqual(try await count.next(), "1", "deleted")
        },
        promise("A live aggregate gives no value twice") { bench in
            try await bench.saveLibrary()
            let query = Tag.all
            var count = try await FollowedAggregate(bench.stack.observe(query) { $0.count() }, bench) {
                try $0.count(query)
            }
            try await bench.save { try $0.existing(Tag.self, "blue").weight = 100 }
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "blue"))
                try context.insert(Tag(word: "in its place"))
            }
            try await bench.save { try $0.insert(Tag(word: "one more")) }
            try expectEqual(try await count.next(), "5", "tags")
        },
        promise("Live sums and means of integers, decimals and reals are exact") { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            var pages = try await FollowedAggregate(stack.observe(Book.all) { $0.pages.sum }, bench) {
                try $0.sum(Book.all) { $0.pages }
            }
            var mean = try await FollowedAggregate(stack.observe(Book.all) { $0.pages.average }, bench) {
                try $0.average(Book.all) { $0.pages }
            }
            var price = try await FollowedAggregate(stack.observe(Book.all) { $0.price.sum }, bench) {
                try $0.sum(Book.all) { $0.price }
            }
            // Among the ratings of the library are infinities, which have no sum.
            try await bench.save { context in
                for book in try context.fetch(Book.all) { book.rating = nil }
            }
            var rating = try await FollowedAggregate(stack.observe(Book.all) { $0.rating.sum }, bench) {
                try $0.sum(Book.all) { $0.rating }
            }
            for number in 0..<4 {
                try await bench.save { context in
                    let book = try context.existing(Book.self, 1 + number)
                    book.pages = (book.pages ?? 0) + 1 + number
                    book.price = Decimal(string: "0.\(number + 1)")
                    book.rating = 0.1 * Double(number + 1)
                }
                try await pages.next()
                try await mean.next()
                try await price.follow()
                try await rating.follow()
            }
            try await bench.perform { _ = try $0.deleteAll(Loan.all) }
            try await bench.save { try $0.delete(try $0.existing(Book.self, 1)) }
            try await pages.next()
            try await price.next()
        },
        promise("A live calculation with aggregates follows them") { bench in
            try await bench.saveLibrary()
            let live = bench.stack.observe(Tag.all) { ($0.weight.sum / $0.count(), $0.weight.sum > 20) }
            var mean = try await FollowedAggregate(live, bench) { context in
                try context.aggregate(Tag.all) { ($0.weight.sum / $0.count(), $0.weight.sum > 20) }
            }
            for number in 1...4 {
                try await bench.save { try $0.insert(Tag(word: "word \(number)", weight: 10 * number)) }
                try await mean.follow()
            }
            _ = try await bench.perform { try $0.deleteAll(Tag.where { $0.weight > 10 }) }
            try await mean.follow()
        },
        promise("The largest value is found again after it has left") { bench in
            try await bench.saveLibrary()
            let most = bench.stack.observe(Tag.all) { $0.weight.maximum }
            var reader = try await FollowedAggregate(most, bench) { try $0.maximum(Tag.all) { $0.weight } }
            try await bench.save { try $0.insert(Tag(word: "heavy", weight: 1_000)) }
            try await reader.next()
            try await bench.save { try $0.insert(Tag(word: "light", weight: 0)) }
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "heavy")) }
            try expectEqual(try await reader.next(), "Optional(9)", "largest")
            try await bench.perform { _ = try $0.deleteAll(Tag.where { $0.weight != nil }) }
            try expectEqual(try await reader.next(), "nil", "of no value")
        },
        promise("A sum that leaves the range of integers is an error, and another call asks again") { bench in
            try await bench.save { try $0.insert(Tag(word: "big", weight: .max)) }
            var reader = bench.stack.observe(Tag.all) { $0.weight.sum }.makeAsyncIterator()
            try expectEqual(try await reader.next(), .max, "sum")
            try await bench.save { try $0.insert(Tag(word: "more", weight: 1)) }
            do {
                _ = try await reader.next()
                throw ConformanceFailure(.broken, "A sum beyond the range has a value.")
            } catch GranaryError.Code.overflow {}
            try await bench.save { try $0.existing(Tag.self, "big").weight = 1 }
            try expectEqual(try await reader.next(), 2, "sum")
        },
    ]

    private static let groups: [ConformancePromise] = [
        promise("Live groups come, change and go") { bench in
            let live = bench.stack.observe(Tag.all, by: { $0.weight }) { $0.count() }
            var groups = try await FollowedAggregate(live, bench) { context in
                try context.grouped(Tag.all, by: { $0.weight }) { $0.count() }
            }
            try await bench.save { context in
                for word in ["a", "b"] { try context.insert(Tag(word: word, weight: 1)) }
                try context.insert(Tag(word: "c"))
            }
            try await groups.next()
            try await bench.save { try $0.existing(Tag.self, "a").weight = 2 }
            try await groups.next()
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "c")) }
            try await groups.next()
        },
        promise("Live groups are chosen, ordered and limited as in a context") { bench in
            try await bench.saveLibrary()
            let live = bench.stack.observe(
                Book.all, by: { $0.isPrinted }, { ($0.count(), $0.pages.sum, $0.pages.maximum) },
                arranged: { $0.having { $0.count() > 1 }.sorted { $0.pages.sum.descending }.limit(1) })
            var groups = try await FollowedAggregate(live, bench) { context in
                try context.grouped(
                    Book.all, by: { $0.isPrinted }, { ($0.count(), $0.pages.sum, $0.pages.maximum) },
                    arranged: { $0.having { $0.count() > 1 }.sorted { $0.pages.sum.descending }.limit(1) })
            }
            for number in 1...6 {
                try await bench.save { context in
                    let book = try context.existing(Book.self, number)
                    book.isPrinted.toggle()
                    book.pages = 1_000 * number
                }
                try await groups.follow()
            }
        },
    ]

    private static let choices: [ConformancePromise] = [
        promise("Live groups are chosen and ordered by calculations with aggregates") { bench in
            try await bench.saveLibrary()
            let live = bench.stack.observe(
                Book.all, by: { $0.isPrinted }, { $0.pages.sum / $0.count() }, arranged: arranged)
            var groups = try await FollowedAggregate(live, bench) { context in
                try context.grouped(
                    Book.all, by: { $0.isPrinted }, { $0.pages.sum / $0.count() }, arranged: arranged)
            }
            for number in 1...6 {
                try await bench.save { context in
                    let book = try context.existing(Book.self, number)
                    book.isPrinted.toggle()
                    book.pages = 1_000 * number
                }
                try await groups.follow()
            }
        }
    ]

    private static func arranged(_ groups: GroupArrangement<Book>) -> GroupArrangement<Book> {
        groups.having { $0.count() > 4 || $0.pages.maximum > $0.pages.minimum }
            .sorted { ($0.pages.sum - $0.reprints.sum).descending }
    }

    private static let programs: [ConformancePromise] = [
        promise("Live aggregates follow random saves and batches") { bench in
            try await bench.saveLibrary()
            for seed in LiveQueryProgramPromises.seeds { try await run(seed, bench) }
        }
    ]

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        var generator = SeededGenerator(seed: seed)
        let heavy = Tag.where { $0.weight > 0 }
        do {
            var count = try await FollowedAggregate(bench.stack.observe(heavy) { $0.count() }, bench) {
                try $0.count(heavy)
            }
            var mean = try await FollowedAggregate(bench.stack.observe(Tag.all) { $0.weight.average }, bench)
            {
                try $0.average(Tag.all) { $0.weight }
            }
            let live = bench.stack.observe(Tag.all, by: { $0.weight }) { ($0.count(), $0.word.maximum) }
            var groups = try await FollowedAggregate(live, bench) { context in
                try context.grouped(Tag.all, by: { $0.weight }) { ($0.count(), $0.word.maximum) }
            }
            for _ in 0..<20 {
                for _ in 0...generator.below(3) {
                    try await LiveQueryProgramPromises.step(&generator, bench)
                }
                try await count.follow()
                if generator.chance(2) { try await mean.follow() }
                if generator.chance(2) { try await groups.follow() }
            }
        } catch {
            throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
        }
    }
}
