import FoundationEssentials
import Granary

/// Calculations at the limits of 64 bits, and among other conditions.
///
/// A condition to the left of a calculation guards it, and one to its right hides none of its errors, whether the store or
/// the core evaluates them. With `limit` added, only the 1,000 pages of book 7 exceed 64 bits; −7 pages are book 3's alone.
enum CheckedArithmeticPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        guarded + failing + boundaries + functions + divisions + safe + decimals + beyondConditions
    }

    private static let limit = Int.max - 321

    private static let guarded: [ConformancePromise] = [
        found(
            "A condition on the left keeps a row from a calculation", { $0.id < 7 && $0.pages + limit > 0 },
            1, 2, 3, 4, 6),
        found("An alternative on the left does too", { $0.id == 7 || $0.pages + limit < 0 }, 7),
        found(
            "Alternatives in a chain keep rows from a calculation",
            { ($0.pages > 500 || $0.pages + (.max - 500) > .max - 200) && $0.id != 1 }, 7, 9, 10),
        found(
            "A calculation keeps rows from another one",
            { $0.pages * 2 < 700 && $0.pages + limit > 0 }, 1, 2, 3, 4, 6, 8, 9, 10),
        found(
            "A negated chain keeps rows from a calculation",
            { !($0.id == 7 || $0.pages + limit < 0) && $0.pages * 2 > 100 }, 1, 2, 6, 9, 10),
        found("Conditions around a calculation", { $0.isPrinted && $0.pages * 2 > 0 && $0.price > 1 }, 1, 9),
        found("A calculation beside nil", { $0.pages * 2 == nil && $0.reprints + 1 != nil }, 5),
        found("A calculation with nil is no number", { !($0.pages * 2 < 0) && !($0.pages * 2 >= 0) }, 5),
        found(
            "Calculations across a relationship",
            { $0.author.rank * 2 > 5 && $0.author.rank * 2 < 10 && $0.pages - 1 > 0 }, 1, 2, 10),
    ]

    private static let failing: [ConformancePromise] = [
        books(
            "A condition on the right does not keep a row from a calculation", failsWith: .overflow,
            { $0.pages + limit > 0 && $0.id < 7 }),
        books(
            "An alternative on the right does not either", failsWith: .overflow,
            { $0.pages + limit < 0 || $0.id == 7 }),
        books(
            "A condition on the right that never holds does not either", failsWith: .overflow,
            { $0.pages + limit > 0 && $0.id < 0 }),
        books(
            "A row that one condition lets through fails in the next", failsWith: .overflow,
            { $0.id > 2 && $0.pages * 2 != 0 && $0.pages + limit > 0 && $0.id > 99 }),
        books(
            "A calculation in a negated chain fails", failsWith: .overflow,
            { !($0.id == 99 || $0.pages + limit < 0) && $0.id < 3 }),
        books(
            "A calculation that fails beside nil fails", failsWith: .overflow,
            { ($0.pages + limit) * $0.reprints == nil }),
        books("A comparison with nil calculates", failsWith: .overflow, { $0.pages + limit == nil }),
        books(
            "A comparison with an attribute calculates", failsWith: .overflow,
            { $0.reprints < $0.pages + limit }),
        books(
            "A number is tested in the middle of a calculation", failsWith: .overflow,
            { $0.pages + limit - limit > 0 }),
        books(
            "A calculation across a relationship fails", failsWith: .overflow,
            { $0.author.rank * (.max / 100) > 0 }),
        books("What is negated twice fails", failsWith: .overflow, { !(!($0.pages + limit > 0)) }),
    ]

    private static let boundaries: [ConformancePromise] = [
        found("The largest integer is reached", { $0.pages + (.max - 1_000) == .max }, 7),
        found("The smallest integer is reached", { $0.pages - (.max - 6) == .min }, 3),
        books(
            "One more than the largest integer is an error", failsWith: .overflow,
            { $0.pages + (.max - 999) > 0 }),
        books(
            "One less than the smallest integer is an error", failsWith: .overflow,
            { $0.pages - (.max - 5) < 0 }),
        found("A product just within 64 bits", { $0.pages * (.max / 1_000) > .max - 1_000 }, 7),
        books(
            "A product just beyond 64 bits is an error", failsWith: .overflow, { $0.pages * (.max / 999) > 0 }
        ),
        found("The smallest integer by one", { ($0.pages - (.max - 6)) / 1 == .min }, 3),
        books(
            "The smallest integer by minus one is an error", failsWith: .overflow,
            { ($0.pages - (.max - 6)) / -1 > 0 }),
        found("The smallest integer has no remainder by minus one", { ($0.pages - (.max - 6)) % -1 != 0 }, 5),
        books(
            "The smallest integer with the other sign is an error in a chain", failsWith: .overflow,
            { $0.id > 0 && -($0.pages - (.max - 6)) > 0 && $0.id > 99 }),
    ]

    private static let functions: [ConformancePromise] = [
        found(
            "The distance of a difference from zero", { ($0.pages - 100).absolute == 4 && $0.id > 0 }, 2, 6),
        found("A sum in a list", { ($0.pages + 1).isIn([97, 8, -6]) && $0.id != 4 }, 2, 3, 6),
        found("A sum outside a list", { !($0.pages + 1).isIn([97, 8, -6, 321]) && $0.id != 5 }, 7, 8, 10),
        found("The larger of a product and a number", { ($0.pages * 2).larger(5) == 5 && $0.id > 0 }, 3, 8),
        found("A product as a real", { ($0.pages * 2).real == 14 && $0.isPrinted == false }, 4),
        books(
            "The distance of the smallest integer is an error in a chain", failsWith: .overflow,
            { $0.id > 0 && ($0.pages - (.max - 6)).absolute > 0 && $0.id > 99 }),
        books(
            "A list does not keep a row from a calculation", failsWith: .overflow,
            { ($0.pages + limit).isIn([1, 2]) && $0.id < 7 }),
        books(
            "A function of a calculation that fails is an error", failsWith: .overflow,
            { ($0.pages + limit).larger(5) > 0 && $0.id < 7 }),
    ]

    private static let divisions: [ConformancePromise] = [
        found(
            "A condition keeps a row from a division by zero", { $0.pages != 0 && $0.pages / $0.pages == 1 },
            1, 2, 3, 4, 6, 7, 9, 10),
        books(
            "A division by an attribute that is zero fails", failsWith: .divisionByZero,
            { $0.pages / $0.pages == 1 }),
        books(
            "A remainder by an attribute that is zero fails", failsWith: .divisionByZero,
            { $0.pages % $0.pages == 0 && $0.id < 3 }),
        found(
            "Nil divided by zero is nil", { $0.reprints == nil && $0.reprints / ($0.pages * 0) == nil },
            3, 6, 7, 9),
        found(
            "Quotients and remainders of negative numbers",
            { $0.pages < 0 && $0.pages / $0.id == -2 && $0.pages % $0.id == -1 }, 3),
    ]

    private static let safe: [ConformancePromise] = [
        found("A remainder by a constant", { $0.pages % 23 == 21 && $0.price > 0 }, 1, 9),
        found("A quotient by a constant", { $0.pages / 100 == 3 && $0.isPrinted }, 1, 9),
        found(
            "Parts of dates calculate in the order of time",
            { $0.published.year * 10 + $0.published.month > 20_000 }, 1, 2, 5, 7, 10),
        found("Lengths calculate", { $0.title.scalarCount * 2 == 18 }, 1),
        found(
            "Counts calculate",
            { $0.chapters.count * 1_000 - $0.loans.count == 999 || $0.chapters.count * 3 == 6 }, 1, 5),
        found("Remainders calculate", { $0.pages % 7 + $0.id % 7 == 11 }, 6),
        library("What cannot fail is looked at up to the limit") { context in
            let query = Book.where { $0.pages % 23 == 21 }.sorted { $0.id.descending }
            try expectEqual(try context.fetch(query.limit(1)).map(\.id), [9], "keys")
            try expectEqual(try context.count(query.offset(1)), 1, "books behind the first")
        },
    ]

    private static let decimals: [ConformancePromise] = [
        found("Decimals calculate beside other conditions", { $0.id > 1 && $0.price * 2 + 5 > 25 }, 9),
        found("Decimals calculate with integers", { $0.price * $0.pages == 4_000 && $0.isPrinted }, 1, 9),
        found(
            "Decimals of many digits calculate exactly",
            {
                $0.price - makeDecimal("0.00000000000000000000000001") < makeDecimal("0.2") && $0.price > 0.15
            }, 3),
        found(
            "A condition keeps a row from a decimal of too many digits",
            {
                $0.price < 0.15 && $0.price > 0
                    && $0.price * makeDecimal("99999999999999999999999999999999999999") > 0
            },
            2),
        books(
            "A decimal of too many digits is an error in a chain", failsWith: .overflow,
            {
                $0.id > 0 && $0.price * makeDecimal("99999999999999999999999999999999999999") > 0
                    && $0.id > 99
            }),
    ]

    private static let beyondConditions: [ConformancePromise] = [
        library("A row behind the limit fails too") { context in
            let query = Book.where { $0.pages + limit > 0 }.sorted { $0.id.ascending }
            try expectError(.overflow, "the first") { _ = try context.fetch(query.limit(1)) }
            try expectError(.overflow, "those behind the first") { _ = try context.count(query.offset(1)) }
            try expectError(.overflow, "whether there is any") { _ = try context.exists(query) }
        },
        library("Sums of calculations") { context in
            let sum = try context.sum(Book.all) { $0.pages * $0.reprints }
            try expectEqual(sum, 960 + 9_216 + 14 - 642, "sum")
            let values = try context.aggregate(Book.where { $0.pages * 2 > 100 }) {
                ($0.count(), ($0.pages + 1).maximum, ($0.pages * 2).average)
            }
            try expect(values.0 == 6 && values.1 == 1_001, "got \(values)")
            try expectEqual(values.2, 4_306.0 / 6, "mean")
        },
        library("Groups by calculations") { context in
            let rows = try context.grouped(Book.where { $0.pages * 2 > 100 }, by: { $0.pages - 1 }) {
                $0.count()
            }
            try expectEqual(rows.map(\.group), [95, 319, 320, 999], "groups")
            try expectEqual(rows.map(\.values), [2, 2, 1, 1], "counts")
        },
        library("A calculation that fails in one row fails the aggregate") { context in
            try expectError(.overflow, "sum") { _ = try context.sum(Book.all) { $0.pages + limit } }
            try expectError(.divisionByZero, "largest") {
                _ = try context.maximum(Book.all) { $0.pages / $0.pages }
            }
            try expectError(.overflow, "groups") {
                _ = try context.grouped(Book.all, by: { $0.pages + limit }) { $0.count() }
            }
            try expectError(.overflow, "count") {
                _ = try context.aggregate(Book.where { $0.pages + limit > 0 && $0.id < 7 }) { $0.count() }
            }
        },
        library("A calculation that fails in no row of the query does not fail the aggregate") { context in
            let least = try context.minimum(Book.where { $0.id < 7 }) { $0.pages + limit }
            try expectEqual(least, limit - 7, "smallest")
        },
        library("Streams and columns come up to the row that fails") { context in
            let query = Book.where { $0.pages + limit > 0 }.sorted { $0.id.ascending }
            var ids: [Int] = []
            try expectError(.overflow, "stream") {
                try context.stream(query) { book in
                    ids.append(book.id)
                    return true
                }
            }
            try expect(ids.isEmpty || ids == [1, 2, 3, 4, 6], "streamed \(ids)")
            try expectError(.overflow, "columns") { _ = try context.select(query) { $0.id } }
        },
    ]
}
