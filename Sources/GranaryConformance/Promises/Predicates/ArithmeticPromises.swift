import FoundationEssentials
import Granary

/// Arithmetic in conditions: 64-bit integers that never wrap, doubles, exact decimals; `nil` in any operand gives
/// `nil`.
enum ArithmeticPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { integers + numbers + dates }

    private static let integers: [ConformancePromise] = [
        books("Sum of an attribute and a constant", { $0.pages + 4 > 100 }) {
            $0.pages.map { $0 + 4 > 100 } ?? false
        },
        books("Sum of two attributes is nil when one is", { $0.pages + $0.reprints == nil }) {
            $0.pages == nil || $0.reprints == nil
        },
        books("Difference", { $0.pages - $0.reprints == 0 }) { row in
            row.pages.flatMap { pages in row.reprints.map { pages - $0 == 0 } } ?? false
        },
        books("Product", { $0.pages * 3 == 960 }) { $0.pages == 320 },
        books("Integer quotients truncate toward zero", { $0.pages / 2 == -3 }) { $0.pages == -7 },
        books("Integer quotient by a negative number", { $0.pages / -2 == 3 }) { $0.pages == -7 },
        books("A remainder has the sign of the dividend", { $0.pages % 4 == -3 }) { $0.pages == -7 },
        books("Nested arithmetic", { ($0.pages + 1) * 2 - $0.reprints == 640 - 1 }) { $0.id == 1 },
        books("A sum beyond 64 bits is an error", failsWith: .overflow, { $0.pages + .max > 0 }),
        books("A difference beyond 64 bits is an error", failsWith: .overflow, { $0.pages - .max < -5 }),
        books("A product beyond 64 bits is an error", failsWith: .overflow, { $0.pages * .max == 1 }),
        books("An integer divided by zero is an error", failsWith: .divisionByZero, { $0.pages / 0 == 1 }),
        books("A remainder by zero is an error", failsWith: .divisionByZero, { $0.pages % 0 == 1 }),
    ]

    private static let numbers: [ConformancePromise] = [
        books("Doubles calculate in floating point", { $0.rating * 2 + 1 == 10 }) { $0.rating == 4.5 },
        books("A double divided by zero is nil", { $0.rating / 0 == nil }) { _ in true },
        books("Decimals add exactly", { $0.price + makeDecimal("0.2") == makeDecimal("0.3") }) { $0.id == 2 },
        books("Decimals multiply exactly", { $0.price * makeDecimal("0.1") == makeDecimal("0.02") }) {
            $0.id == 3
        },
        books("A decimal divided by zero is an error", failsWith: .divisionByZero, { $0.price / 0 == 1 }),
    ]

    private static func dated(
        _ name: String, _ condition: @escaping @Sendable (Book.Fields) -> Condition<Book>, _ ids: Int...
    ) -> ConformancePromise { books(name, condition) { ids.contains($0.id) } }

    private static let dates: [ConformancePromise] = [
        dated("The year of a date in UTC", { $0.published.year == 2001 }, 1, 10),
        dated("The year before 1970", { $0.published.year == 1969 }, 3),
        dated("The first and last year", { $0.published.year == 1 || $0.published.year == 9999 }, 4, 5),
        dated("The month", { $0.published.month == 12 }, 3, 5, 7),
        dated("The day of the month, 29 in a leap year", { $0.published.day == 29 }, 2),
        dated("The hour, also before 1970", { $0.published.hour == 23 }, 1, 3, 5),
        dated("The minute", { $0.published.minute == 7 }, 7),
        dated("The second, without its fraction", { $0.published.second == 8 }, 7),
        dated("The day of the week, 1 for Monday", { $0.published.weekday == 1 }, 4, 7),
        dated("The day of the year, 60 on the 29th of February", { $0.published.dayOfYear == 60 }, 2, 10),
        dated(
            "The last day of a leap year is the 365th on the 30th", { $0.published.dayOfYear == 365 }, 3, 5, 7
        ),
        dated("A part of no date is nil", { $0.published.year == nil }, 6, 8, 9),
        dated("Parts of dates calculate", { $0.published.year % 4 == 0 && $0.published.month < 3 }, 2),
    ]
}
