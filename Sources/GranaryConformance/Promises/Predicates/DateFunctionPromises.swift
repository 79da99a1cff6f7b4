import FoundationEssentials
import Granary

/// Functions of dates in conditions: durations, differences, beginnings of units, offsets, the present moment.
enum DateFunctionPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { sums + differences + beginnings + moments }

    private static let sums: [ConformancePromise] = [
        found(
            "A second later", { $0.id == 1 && $0.published.adding(1, .second) == makeDate(2001, 3, 1) }, 1),
        found(
            "A day earlier", { $0.id == 10 && $0.published.adding(-1, .day) == makeDate(2001, 2, 28) }, 10),
        found(
            "Half a second later",
            { $0.id == 7 && $0.published.adding(.milliseconds(500)) == makeDate(2024, 12, 30, 6, 7, 9) }, 7),
        found(
            "Months later, on the last day of a shorter month",
            { $0.id == 3 && $0.published.adding(2, .month) == makeDate(1970, 2, 28, 23, 0, 0) }, 3),
        found(
            "A year after the 29th of February",
            { $0.id == 2 && $0.published.adding(1, .year) == makeDate(2001, 2, 28) }, 2),
        found(
            "As many days later as an attribute says",
            { $0.id < 5 && $0.published.adding($0.reprints, .day).day == 3 }, 1, 4),
        books(
            "A date beyond the year 9999 is an error", failsWith: .overflow,
            { $0.published.adding(1, .day) > makeDate(1, 1, 1) }),
        books(
            "A date before the year 1 is an error", failsWith: .overflow,
            { $0.published.adding(-1, .month) > makeDate(1, 1, 1) }),
    ]

    private static let differences: [ConformancePromise] = [
        found(
            "A difference in whole days",
            { $0.published.difference(from: makeDate(2001, 3, 1), in: .day) == 0 },
            1, 10),
        found(
            "A difference in seconds, negative to a later date",
            { $0.published.difference(from: makeDate(2001, 3, 1), in: .second) == -1 }, 1),
        found(
            "A difference in weeks",
            { $0.published.difference(from: makeDate(2000, 2, 29), in: .week) == 52 },
            1, 10),
        found(
            "A difference in whole years",
            { $0.published.difference(from: makeDate(2000, 3, 1), in: .year) == 0 }, 1, 2),
        found(
            "A difference in months, negative to a later date",
            { $0.published.difference(from: makeDate(2000, 2, 29), in: .month) == -361 }, 3),
        found(
            "A difference from nil is nil",
            { $0.published.difference(from: $0.published, in: .hour) == nil }, 6, 8, 9),
    ]

    private static let beginnings: [ConformancePromise] = [
        found("The beginning of a month", { $0.published.beginning(of: .month) == makeDate(2001, 2, 1) }, 1),
        found(
            "The beginning of a week is Monday",
            { $0.published.beginning(of: .week) == makeDate(2024, 12, 30) }, 7),
        found(
            "The beginning of a week before 1970",
            { $0.published.beginning(of: .week) == makeDate(1969, 12, 29) }, 3),
        found("The beginning of a year", { $0.published.beginning(of: .year) == makeDate(1969, 1, 1) }, 3),
        found(
            "The beginning of a day", { $0.published.beginning(of: .day) == $0.published }, 2, 4, 6, 8, 9, 10),
        found("The beginning of a second", { $0.published.beginning(of: .second) != $0.published }, 7),
        found(
            "The beginning of a day at an offset",
            {
                $0.published.beginning(of: .day, secondsFromGMT: 3_600) == $0.published && $0.published != nil
            },
            3),
        found("The year at an offset", { $0.published.part(.year, secondsFromGMT: 3_600) == 1970 }, 3),
        found(
            "The hour at a negative offset", { $0.published.part(.hour, secondsFromGMT: -3_600) == 22 }, 1, 3,
            5),
        found(
            "A part of nil at an offset is nil", { $0.published.part(.day, secondsFromGMT: 60) == nil }, 6, 8,
            9),
    ]

    private static let moments: [ConformancePromise] = [
        found(
            "The larger of a date and nil is nil", { $0.published.larger(nil) == nil && $0.id < 3 }, 1, 2),
        found("Dates before the present moment", { $0.published < $0.now().optional }, 1, 2, 3, 4, 7, 10),
        promise("The present moment is the same in all parts of a request") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
            }
            try await bench.perform { context in
                let before = Date()
                let rows = try context.select(Book.where { $0.now() == $0.now() }) { ($0.id, $0.now()) }
                try expectEqual(rows.count, Library.books.count, "rows")
                try expectEqual(Set(rows.map(\.1)).count, 1, "moments of the rows")
                let groups = try context.grouped(Book.all, by: { $0.now() }) { $0.count() }
                try expectEqual(groups.map(\.values), [Library.books.count], "books of the only moment")
                // Stored dates are whole microseconds.
                let after = Date().addingTimeInterval(0.001)
                try expect(
                    groups.allSatisfy { before.addingTimeInterval(-0.001) <= $0.group && $0.group <= after },
                    "the moment is not the present one")
            }
        },
        promise("The present moment is the same in all that a batch assigns") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
            }
            try await bench.perform { context in
                _ = try context.updateAll(Book.all) { $0.pages.set(to: distance($0)) }
                try expectEqual(try context.count(Book.where { $0.pages != 0 }), 0, "books with a distance")
            }
        },
    ]

    /// The microseconds between the present moment and the last of many.
    private static func distance(_ book: Book.Fields) -> TypedExpression<Book, Int?> {
        let moment: TypedExpression<Book, Date> = book.now()
        let last = (0..<60).reduce(moment) { later, _ in later.larger(moment) }
        return last.difference(from: moment, in: .microsecond)
    }
}
