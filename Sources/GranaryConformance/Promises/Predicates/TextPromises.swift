import FoundationEssentials
import Granary

/// Text matching takes arguments and data literally, by bytes, and folds case only on request.
enum TextPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { literal + folded + patterns }

    private static func title(_ ids: Int...) -> @Sendable (Library.BookRow) -> Bool {
        { ids.contains($0.id) }
    }

    private static let literal: [ConformancePromise] = [
        books("contains finds text in the middle", { $0.title.contains("sure") }, expecting: title(1, 2)),
        books("contains takes % literally", { $0.title.contains("%") }, expecting: title(1)),
        books("contains takes _ literally", { $0.subtitle.contains("A_B") }, expecting: title(1)),
        books("contains takes \\ literally", { $0.title.contains("\\") }, expecting: title(3)),
        books("contains takes * literally", { $0.title.contains("b*c") }, expecting: title(3)),
        books("contains takes ? literally", { $0.title.contains("?") }, expecting: title()),
        books("contains takes [ literally", { $0.title.contains("[a-z]") }, expecting: title()),
        books("contains takes quotes literally", { $0.title.contains("it's \"q") }, expecting: title(9)),
        books("contains nothing holds for every text, not for nil", { $0.subtitle.contains("") }) {
            $0.subtitle != nil
        },
        books("contains is false for nil", { $0.subtitle.contains("B") }, expecting: title(1, 2)),
        books("contains tells upper and lower case apart", { $0.title.contains("SURE") }, expecting: title()),
        books("contains finds line breaks", { $0.subtitle.contains("\n") }, expecting: title(9)),
        books(
            "contains finds characters beyond the basic plane", { $0.title.contains("\u{1F33E}g") },
            expecting: title(10)),
        books(
            "contains tells composed and decomposed letters apart", { $0.title.contains("\u{E9}") },
            expecting: title(6)),
        books("contains finds a lone combining mark", { $0.title.contains("\u{301}") }, expecting: title(7)),
        books("hasPrefix finds beginnings", { $0.title.hasPrefix("100") }, expecting: title(1, 2)),
        books("hasPrefix takes % literally", { $0.title.hasPrefix("100%") }, expecting: title(1)),
        books("hasPrefix takes _ literally", { $0.subtitle.hasPrefix("A_") }, expecting: title(1)),
        books("hasPrefix nothing holds for every text, not for nil", { $0.subtitle.hasPrefix("") }) {
            $0.subtitle != nil
        },
        books(
            "hasPrefix tells upper and lower case apart", { $0.title.hasPrefix("STRA") }, expecting: title(5)),
        books("hasPrefix goes by bytes, not by characters", { $0.title.hasPrefix("e") }, expecting: title(7)),
        books(
            "hasPrefix of the last possible text", { $0.title.hasPrefix("\u{10FFFF}") }, expecting: title()),
        books("hasSuffix finds endings", { $0.title.hasSuffix("e") }, expecting: title(1, 2, 4)),
        books("hasSuffix takes % literally", { $0.subtitle.hasSuffix("%") }, expecting: title(5)),
        books("hasSuffix takes _ literally", { $0.subtitle.hasSuffix("_B") }, expecting: title(1)),
        books(
            "hasSuffix of a longer text than the data", { $0.subtitle.hasSuffix("xA_B") }, expecting: title()),
        books("== compares text by bytes", { $0.title == "\u{E9}t\u{E9}" }, expecting: title(6)),
        books("== takes wildcards literally", { $0.title == "100%" }, expecting: title()),
        books("== tells the empty text and nil apart", { $0.subtitle == "" }, expecting: title(4)),
    ]

    private static let folded: [ConformancePromise] = [
        books(
            "Case-insensitive contains folds as Unicode says", { $0.title.contains("SS", .caseInsensitive) },
            expecting: title(4, 5)),
        books(
            "Case-insensitive hasPrefix", { $0.title.hasPrefix("stra", .caseInsensitive) },
            expecting: title(4, 5)),
        books(
            "Case-insensitive hasSuffix", { $0.title.hasSuffix("SSE", .caseInsensitive) },
            expecting: title(4, 5)),
        books(
            "Case-insensitive equality", { $0.title.equals("strasse", .caseInsensitive) },
            expecting: title(4, 5)),
        books(
            "Case-insensitive text keeps % literal", { $0.title.contains("% SURE", .caseInsensitive) },
            expecting: title(1)),
        books(
            "Case-insensitive text beyond ASCII", { $0.title.equals("\u{C9}T\u{C9}", .caseInsensitive) },
            expecting: title(6)),
        books(
            "Diacritic-insensitive contains", { $0.title.contains("ete", .diacriticInsensitive) },
            expecting: title(6, 7)),
        books(
            "Diacritic-insensitive equality tells case apart",
            { $0.title.equals("ETE", .diacriticInsensitive) },
            expecting: title()),
        books(
            "Both foldings together",
            { $0.title.equals("ETE", [.caseInsensitive, .diacriticInsensitive]) }, expecting: title(6, 7)),
        books(
            "A folded comparison is false for nil", { $0.subtitle.contains("", .caseInsensitive) }
        ) { $0.subtitle != nil },
    ]

    private static let patterns: [ConformancePromise] = [
        books("like with one literal is equality", { $0.title.like(["100% sure"]) }, expecting: title(1)),
        books("like without pieces is the empty text", { $0.title.like([]) }, expecting: title(8)),
        books("like with a run at the end", { $0.title.like(["100", .anyRun]) }, expecting: title(1, 2)),
        books(
            "like with a run in the middle", { $0.title.like(["1", .anyRun, "e"]) }, expecting: title(1, 2)),
        books(
            "like with one character in the middle", { $0.subtitle.like(["A", .anyOne, "B"]) },
            expecting: title(1, 2)),
        books("like takes _ in a literal as itself", { $0.subtitle.like(["A_B"]) }, expecting: title(1)),
        books("like takes % in a literal as itself", { $0.subtitle.like(["100%"]) }, expecting: title(5)),
        books(
            "like takes \\ and * in a literal as themselves", { $0.title.like(["a\\b*", .anyOne]) },
            expecting: title(3)),
        books("like: any one is one scalar", { $0.subtitle.like([.anyOne]) }, expecting: title(10)),
        books(
            "like: any run matches line breaks", { $0.subtitle.like(["line", .anyRun, "break"]) },
            expecting: title(9)),
        books("like: any run alone holds for every text, not for nil", { $0.subtitle.like([.anyRun]) }) {
            $0.subtitle != nil
        },
        books(
            "like: at least three scalars", { $0.title.like([.anyOne, .anyOne, .anyOne, .anyRun]) }
        ) { $0.title.unicodeScalars.count >= 3 },
        books(
            "Case-insensitive like", { $0.title.like(["STRA", .anyRun, "E"], .caseInsensitive) },
            expecting: title(4, 5)),
        books(
            "Diacritic-insensitive like", { $0.title.like([.anyOne, "te"], .diacriticInsensitive) },
            expecting: title(6, 7)),
        books(
            "like tells upper and lower case apart", { $0.title.like([.anyRun, "asse"]) }, expecting: title()),
    ]
}
