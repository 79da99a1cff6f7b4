import FoundationEssentials
import Granary

/// Choices among values: the first that is not `nil`, the first whose condition holds.
enum ChoicePromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { replacements + choices + everywhere(joined) }

    private static let replacements: [ConformancePromise] = [
        found("A constant in place of nil", { ($0.pages ?? 0) == 0 }, 5, 8),
        found("An attribute in place of nil", { $0.pages.or($0.id) == 5 }, 5),
        found("Another value that may be nil in place of nil", { ($0.reprints ?? $0.pages) == nil }),
        found("A text in place of nil", { ($0.subtitle ?? $0.title) > "a" }, 3, 6, 7, 9, 10),
        found("A decimal in place of nil", { $0.price.or(0.2) == makeDecimal("0.2") }, 3, 4, 6, 7),
        found("A date in place of nil", { ($0.published ?? makeDate(2000, 2, 29)).day == 29 }, 2, 6, 8, 9),
        found("A value along a path in place of nil", { $0.author.name.or($0.title) == "Bob" }, 3),
        found("nil in place of a constant", { $0.pages.nilIf(96) == nil }, 2, 5, 6),
        books("nil in place of empty text", { $0.subtitle.nilIf("") == nil }) {
            $0.subtitle == nil || $0.subtitle == ""
        },
        books("nil in place of another value", { $0.pages.nilIf($0.reprints) == nil }) {
            $0.pages == nil || $0.pages == $0.reprints
        },
    ]

    /// Choices along relationships, which may lead to other stores.
    private static let joined: [ConformancePromise] = [
        found(
            "A choice by whether a relationship is empty",
            { when($0.author == nil, then: "none").otherwise($0.author.name) == "none" }, 7, 9),
        found(
            "A choice by an attribute along a path",
            { when($0.author.country == "NL", then: $0.author.name).otherwiseNil != nil }, 1, 2, 6, 8, 10),
        found(
            "A constant in place of an attribute along a path",
            { ($0.author.country ?? "none") == "none" }, 3, 7, 9),
        found(
            "A text made of attributes along a path and of the object",
            { $0.author.name.appending($0.title).part(from: 0, count: 4) == "Boba" }, 3),
    ]

    private static let choices: [ConformancePromise] = [
        found(
            "The value of the first condition that holds",
            {
                when($0.pages > 300, then: "long").when($0.pages > 0, then: "short").otherwise("none")
                    == "short"
            },
            2, 4, 6),
        found(
            "The last value where no condition holds",
            {
                when($0.pages > 300, then: "long").when($0.pages > 0, then: "short").otherwise("none")
                    == "none"
            },
            3, 5, 8),
        found(
            "A choice without a last value is nil",
            { when($0.isPrinted, then: $0.price).otherwise(nil) == nil }, 2, 4, 6, 7, 8, 10),
        found(
            "A choice among attributes",
            { when($0.reprints == nil, then: $0.pages).otherwise($0.reprints) == 96 }, 2, 6),
        found(
            "A choice evaluates only the value that it takes",
            { when($0.pages != 0, then: $0.reprints / $0.pages).otherwise(0) > -1 }, 1, 2, 4, 8, 10),
        found(
            "A choice as a condition", { when($0.pages > 300, then: $0.isPrinted).otherwise(true) },
            1, 2, 3, 4, 5, 6, 8, 9),
        found(
            "A choice calculates",
            { when($0.isPrinted, then: 1).otherwise(2) + $0.id == 4 }, 2, 3),
    ]
}
