import FoundationEssentials
import Granary

/// Functions of numbers in conditions: `nil` for `nil`, exact rounding, errors where a result leaves its range.
enum NumberFunctionPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { signs + roundings + pairs + conversions }

    private static let signs: [ConformancePromise] = [
        found("The distance of an integer from zero", { $0.pages.absolute == 7 }, 3, 4),
        found("The distance of a double from zero", { $0.rating.absolute == .infinity }, 8, 10),
        found("The distance of a decimal from zero", { $0.price.absolute == 12.5 }, 1, 9, 10),
        found("The distance of nil is nil", { $0.pages.absolute == nil }, 5),
        found("An integer with the other sign", { -$0.pages > 0 }, 3),
        found("A double with the other sign; zero has none", { -$0.rating >= 0 && -$0.rating < 1 }, 2, 4),
        found("A decimal with the other sign", { -$0.price == 12.5 }, 10),
        books(
            "The smallest integer with the other sign is an error", failsWith: .overflow,
            { -($0.pages * 0 + .min) > 0 }),
        books(
            "The distance of the smallest integer is an error", failsWith: .overflow,
            { ($0.pages * 0 + .min).absolute > 0 }),
        found("A logarithm to the base 10", { $0.rating.commonLogarithm == 16 }, 5),
        found("The logarithm of what is not positive is nil", { $0.pages.naturalLogarithm == nil }, 3, 5, 8),
        found("A power", { $0.pages.power(2) == 102_400 }, 1, 9),
        found(
            "A power that is not finite is nil", { $0.rating != nil && $0.rating.exponential == nil }, 5, 8),
        found("The sine and the cosine of zero", { $0.rating.sine == 0 && $0.rating.cosine == 1 }, 4),
        found("The square root of a double", { $0.rating.squareRoot == 1e8 }, 5),
        found("The square root of an integer", { $0.pages.squareRoot > 17.9 }, 7, 10),
        found("The square root of a negative number is nil", { $0.rating.squareRoot == nil }, 2, 3, 6, 9, 10),
    ]

    private static let roundings: [ConformancePromise] = [
        found("Decimals round halves away from zero", { $0.price.rounded() == 13 }, 1, 9),
        found("Negative decimals round halves away from zero", { $0.price.rounded() == -13 }, 10),
        found("Decimals round halves to even", { $0.price.rounded(rule: .toNearestOrEven) == 12 }, 1, 9),
        found("Decimals round to places", { $0.price.rounded(places: 1) == 0.1 }, 2),
        found(
            "Decimals round up and down", { $0.price.ceiling == -12 || $0.price.floor == -13 }, 10),
        found("Decimals lose their fractions", { $0.price.truncated == 0 }, 2, 3, 5, 8),
        found("Decimals round away from zero", { $0.price.rounded(rule: .awayFromZero) == 1 }, 2, 3, 5),
        found("Doubles round halves away from zero", { $0.rating.rounded() == 5 }, 1, 7),
        found("Doubles round halves to even", { $0.rating.rounded(rule: .toNearestOrEven) == 4 }, 1, 7),
        found("A double that rounds to zero has no sign", { $0.rating.ceiling == 0 }, 2, 4),
        found("Doubles round down", { $0.rating.floor == -1 }, 2),
        found("Doubles round by their exact value", { ($0.rating * 0.15).rounded(places: 2) == 0.67 }, 1, 7),
        found("What is infinite stays so", { $0.rating.truncated == .infinity }, 8),
        found(
            "Integers are round", { $0.pages.rounded(places: 3, rule: .up) == $0.pages }, 1, 2, 3, 4, 5, 6, 7,
            8, 9, 10),
        found("A rounded nil is nil", { $0.price.rounded(places: 2) == nil }, 4, 6, 7),
    ]

    private static let pairs: [ConformancePromise] = [
        books("The smaller of two integers", { $0.pages.smaller($0.reprints) == $0.reprints }) { row in
            guard let pages = row.pages, let reprints = row.reprints else { return row.reprints == nil }
            return min(pages, reprints) == reprints
        },
        books("The smaller of two is nil if one is", { $0.pages.smaller($0.reprints) == nil }) {
            $0.pages == nil || $0.reprints == nil
        },
        found(
            "The larger of an integer and a constant", { $0.pages.larger(320) == 320 }, 1, 2, 3, 4, 6, 8, 9),
        found(
            "The larger of a decimal and a constant", { $0.price.larger(makeDecimal("0.2")) < 1 }, 2, 3, 5, 8,
            10),
        found("The larger of a double and a constant", { $0.rating.larger(0) == 0 }, 2, 4, 10),
        found("An integer that may be nil beside one that may not", { $0.id + $0.pages == 321 }, 1),
        found("A comparison with a side that may be nil", { $0.pages - $0.id < $0.id.optional }, 3, 4, 8),
    ]

    private static let conversions: [ConformancePromise] = [
        found("A decimal as a double", { $0.price.real == 0.1 }, 2),
        found("An integer as a double", { $0.pages.real / 2 == 160.5 }, 10),
        found("A double as a decimal", { $0.id == 2 && $0.rating.decimal(places: 1) == -0.5 }, 2),
        found("An integer as a decimal", { $0.pages.decimal(places: 0) + $0.price == 332.5 }, 1, 9),
        found("A decimal as an integer", { $0.price.integer(rule: .down) == 12 }, 1, 9),
        books(
            "An infinite number as a decimal is an error", failsWith: .overflow,
            { $0.rating.decimal(places: 2) > 0 }),
        books(
            "A double beyond 64 bits as an integer is an error", failsWith: .overflow,
            { ($0.rating * 1e4).integer > 0 }),
    ]
}
