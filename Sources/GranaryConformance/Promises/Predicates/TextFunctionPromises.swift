import FoundationEssentials
import Granary

/// Functions of texts in conditions: characters are Unicode scalars, letters those of one version of Unicode.
enum TextFunctionPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { counts + letters + parts + comparisons + forms }

    private static let counts: [ConformancePromise] = [
        books("The number of scalars", { $0.title.scalarCount == 5 }) { $0.title.unicodeScalars.count == 5 },
        books("The number of bytes", { $0.title.byteCount == 5 }) { $0.title.utf8.count == 5 },
        found("A number of characters beyond the first plane", { $0.subtitle.scalarCount == 1 }, 10),
        found("The number of characters of nil is nil", { $0.subtitle.scalarCount == nil }, 3, 8),
        found("An empty text has no character", { $0.title.byteCount + $0.title.scalarCount == 0 }, 8),
    ]

    private static let letters: [ConformancePromise] = [
        found("Upper case of letters that become two", { $0.title.uppercased() == "STRASSE" }, 4, 5),
        found("Upper case of a composed letter", { $0.title.uppercased() == "\u{C9}T\u{C9}" }, 6),
        found("Upper case of a decomposed letter", { $0.title.uppercased() == "E\u{301}TE\u{301}" }, 7),
        found("Lower case", { $0.title.lowercased() == "strasse" }, 5),
        found(
            "Lower case in a comparison of two", { $0.title.lowercased() == $0.title }, 1, 2, 3, 6, 7, 8, 10),
        found("Case of nil is nil", { $0.subtitle.uppercased() == nil }, 3, 8),
    ]

    private static let parts: [ConformancePromise] = [
        found(
            "White space at both ends is left out",
            { $0.title.appending("\u{2003}\n ").trimmed() == "STRASSE" }, 5),
        found("White space within a text stays", { $0.subtitle.trimmed() == "line\nbreak" }, 9),
        found(
            "A text of white space is blank, nil is not",
            { $0.subtitle.replacing("A_B", with: " \u{A0}").isBlank }, 1, 4),
        found("A part of a text", { $0.title.part(from: 1, count: 3) == "00%" }, 1),
        found("A part up to the end", { $0.title.part(from: 4) == "sure" }, 2),
        found("A part by scalars", { $0.title.part(from: 2) == "grain" }, 10),
        found("A part behind the end is empty", { $0.title.part(from: 6, count: 2) == "" }, 3, 4, 6, 7, 8),
        found("A part that begins before the text", { $0.title.part(from: -1, count: 2) == "S" }, 4, 5),
        found(
            "A part by other attributes",
            { $0.title.part(from: $0.reprints, count: $0.reprints) == "T" }, 5),
        found("The position of a text", { $0.title.position(of: "sure") == 5 }, 1),
        found("A position by scalars", { $0.title.position(of: "grain") == 2 }, 10),
        found("The position of an empty text is the beginning", { $0.title.position(of: "") != 0 }),
        found(
            "The position of a text that does not occur is nil", { $0.title.position(of: "0") == nil }, 3, 4,
            5, 6, 7, 8, 9, 10),
        found("Every occurrence is replaced", { $0.title.replacing("S", with: "zz") == "zzTRAzzzzE" }, 5),
        found("Nothing is replaced for an empty text", { $0.title.replacing("", with: "x") != $0.title }),
        found(
            "A text in which nil is put is nil, also where nothing is replaced",
            { $0.title.replacing($0.title.part(from: 9), with: $0.subtitle) == nil }, 3, 8),
        found("Texts are joined", { $0.title.appending("/").appending($0.subtitle) == "STRASSE/100%" }, 5),
        found("A text joined with nil is nil", { $0.title.appending($0.subtitle) == nil }, 3, 8),
    ]

    private static let comparisons: [ConformancePromise] = [
        found("A text contains that of an expression", { $0.title.contains($0.subtitle) }, 4, 10),
        found(
            "A text begins with that of an expression",
            { $0.title.hasPrefix($0.title.part(from: 0, count: 2)) }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        found(
            "A text ends with that of an expression",
            { $0.title.hasSuffix($0.subtitle.replacing("AxB", with: "sure")) }, 2, 4),
        found(
            "A text equals that of an expression but for case",
            { $0.title.equals($0.title.uppercased(), .caseInsensitive) }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    ]

    private static let forms: [ConformancePromise] = [
        found("Integers as texts", { $0.pages.text == "-7" || $0.pages.text == "1000" }, 3, 7),
        found("Decimals as texts", { $0.price.text == "-12.5" || $0.price.text == "0.1" }, 2, 10),
        found("Doubles as texts", { $0.rating.text == "4.5" || $0.rating.text == "1e+16" }, 1, 5, 7),
        found("Infinite numbers have no text", { $0.rating != nil && $0.rating.text == nil }, 8, 10),
        found("Dates as texts", { $0.published.text == "2024-12-30T06:07:08.5Z" }, 7),
        found("Booleans as texts", { $0.isPrinted.text == "true" }, 1, 3, 5, 9),
        found("Integers of texts", { $0.pages.text.integerValue == $0.pages }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        found(
            "Numbers of texts that begin with one", { $0.title.part(from: 0, count: 3).integerValue == 100 },
            1, 2),
        found(
            "Texts that are no numbers are nil",
            { $0.title.realValue == nil && $0.title.decimalValue == nil }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        found("Decimals of texts", { $0.price.text.decimalValue == $0.price }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        found(
            "Dates of texts", { $0.published.text.dateValue == $0.published }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    ]
}
