import FoundationEssentials
import Granary

/// Conditions combine as Boolean algebra does, two-valued with nil.
enum LogicPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { combinations + attributes + misuses }

    private static let combinations: [ConformancePromise] = [
        books("A Boolean attribute is a condition", { $0.isPrinted }) { $0.isPrinted },
        books("A Boolean attribute compared with false", { $0.isPrinted == false }) { !$0.isPrinted },
        books("and needs both", { $0.pages > 90 && $0.isPrinted }) {
            $0.pages.map { $0 > 90 } ?? false && $0.isPrinted
        },
        books("or needs one", { $0.pages > 320 || $0.isPrinted }) {
            $0.pages.map { $0 > 320 } ?? false || $0.isPrinted
        },
        books("not of an ordered comparison holds for nil", { !($0.pages > 90) }) {
            !($0.pages.map { $0 > 90 } ?? false)
        },
        books("not of equality with nil", { !($0.pages == nil) }) { $0.pages != nil },
        books("!= a value holds for nil", { $0.pages != 96 }) { $0.pages != 96 },
        books("not of != is ==", { !($0.pages != 96) }) { $0.pages == 96 },
        books("not of and is or of nots", { !($0.pages == 96 && $0.subtitle == nil) }) {
            $0.pages != 96 || $0.subtitle != nil
        },
        books("not of or is and of nots", { !($0.pages == 96 || $0.subtitle == nil) }) {
            $0.pages != 96 && $0.subtitle != nil
        },
        books(
            "Nested and, or and not",
            { ($0.pages > 0 && !($0.isPrinted || $0.rating == nil)) || ($0.price < 1 && $0.subtitle != nil) }
        ) {
            ($0.pages.map { $0 > 0 } ?? false && !($0.isPrinted || $0.rating == nil))
                || ($0.price.map { $0 < 1 } ?? false && $0.subtitle != nil)
        },
        books("A condition and its opposite select nothing", { $0.isPrinted && !$0.isPrinted }) { _ in false
        },
        books("A condition or its opposite select everything", { $0.isPrinted || !$0.isPrinted }) { _ in true
        },
        promise("Two calls of where mean and") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                let query = Book.where { $0.pages > 90 }.where { $0.isPrinted }
                try expectEqual(try context.fetch(query).map(\.id), [1, 9], "books")
            }
        },
        promise("A predicate means the same after being coded and decoded") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                let query = Book.where {
                    $0.title.contains("sure") && $0.price > 0.1 || $0.author.name == "Bob"
                }
                let coded = try JSONEncoder().encode(query.predicate)
                let decoded = Query<Book>(
                    predicate: try JSONDecoder().decode(ExpressionTree.self, from: coded))
                try expectEqual(try context.fetch(decoded).map(\.id), [1, 3], "books")
            }
        },
    ]

    private static let attributes: [ConformancePromise] = [
        books("Two attributes equal, nil equal to nil", { $0.pages == $0.reprints }) {
            $0.pages == $0.reprints
        },
        books("Two attributes unequal", { $0.pages != $0.reprints }) { $0.pages != $0.reprints },
        books("Two attributes in order, false with nil", { $0.pages < $0.reprints }) { row in
            guard let pages = row.pages, let reprints = row.reprints else { return false }
            return pages < reprints
        },
        books("An attribute is never less than itself", { $0.pages < $0.pages }) { _ in false },
        books("An attribute equals itself, nil too", { $0.pages == $0.pages }) { _ in true },
        books("The key is an attribute", { $0.id >= 9 || $0.id == 2 }) { $0.id >= 9 || $0.id == 2 },
        books("A decimal compares by value, not by digits", { $0.price == makeDecimal("12.50") }) {
            $0.price == 12.5
        },
        books("A negative decimal", { $0.price < 0 }) { $0.price.map { $0 < 0 } ?? false },
        books("Infinity is larger than every number", { $0.rating > 1e308 }) { $0.rating == .infinity },
        books("Minus zero is zero", { $0.rating == -0.0 }) { $0.rating == 0 },
        books(
            "A date argument is rounded to its microsecond",
            { $0.published == makeDate(2001, 3, 1) + 0.000_000_2 }
        ) { $0.id == 10 },
    ]

    private static let misuses: [ConformancePromise] = [
        books("NaN in a condition is an error", failsWith: .query, { $0.rating == .nan }),
        books("NaN in a list is an error", failsWith: .query, { $0.rating.isIn([1, .nan]) }),
        books(
            "A date that is no moment in a condition is an error", failsWith: .query,
            { $0.published < Date.distantFuture * .nan }),
        promise("A limit or offset below zero is an error") { bench in
            try await bench.perform { context in
                try expectError(.query, "limit") { _ = try context.fetch(Book.all.limit(-1)) }
                try expectError(.query, "offset") { _ = try context.fetch(Book.all.offset(-1)) }
                try expectError(.query, "count") { _ = try context.count(Book.all.limit(-1)) }
            }
        },
    ]
}

extension Date {
    fileprivate static func * (date: Date, factor: Double) -> Date {
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate * factor)
    }
}
