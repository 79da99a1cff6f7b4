import FoundationEssentials

extension Library {
    static let authors = [
        AuthorRow(id: 1, name: "Ada", country: "NL", born: makeDate(1950, 3, 9), rank: 3),
        AuthorRow(id: 2, name: "Bob"),
        AuthorRow(
            id: 3, name: "\u{C1}nna", country: "PT", born: makeDate(1897, 12, 31, 23, 59, 59.5), rank: 7),
        AuthorRow(id: 4, name: "ada", country: "NL", rank: 120),
        AuthorRow(id: 5, name: "Zed", country: "", born: makeDate(1970, 1, 1)),
    ]

    static let publishers = [
        PublisherRow(code: "P1", name: "North"),
        PublisherRow(code: "P2", ownerCode: "P1"),
        PublisherRow(code: "p2", name: "South", ownerCode: "P2"),
        PublisherRow(code: "x%_", name: "North", ownerCode: "P1"),
    ]

    static let tags = [
        TagRow(word: "blue", weight: 3), TagRow(word: "green"), TagRow(word: "red", weight: -1),
        TagRow(word: "unused", weight: 9),
    ]

    static let books: [BookRow] = [
        BookRow(
            id: 1, title: "100% sure", subtitle: "A_B", pages: 320, reprints: 3, price: 12.5, rating: 4.5,
            published: makeDate(2001, 2, 28, 23, 59, 59), isPrinted: true, authorID: 1, publisherCode: "P1",
            words: ["blue", "green"],
            chapters: [ChapterRow(heading: "One", words: 900, footnotes: 2), ChapterRow(heading: "Two")]),
        BookRow(
            id: 2, title: "100 sure", subtitle: "AxB", pages: 96, reprints: 96, price: makeDecimal("0.1"),
            rating: -0.5,
            published: makeDate(2000, 2, 29), authorID: 1, publisherCode: "P2", words: ["blue"], loans: 1,
            shelf: "S1"),
        BookRow(
            id: 3, title: "a\\b*c", pages: -7, price: makeDecimal("0.2"),
            published: makeDate(1969, 12, 31, 23, 0, 0),
            isPrinted: true, authorID: 2, publisherCode: "p2",
            chapters: [ChapterRow(heading: "Only", words: 50)]),
        BookRow(
            id: 4, title: "Stra\u{DF}e", subtitle: "", pages: 7, reprints: 2, rating: 0,
            published: makeDate(1, 1, 1),
            authorID: 3, words: ["red"], shelf: "S2"),
        BookRow(
            id: 5, title: "STRASSE", subtitle: "100%", reprints: 1, price: makeDecimal("0.3"), rating: 1e16,
            published: makeDate(9999, 12, 31, 23, 59, 59), isPrinted: true, authorID: 3, publisherCode: "P1",
            words: ["red", "green", "blue"],
            chapters: [
                ChapterRow(heading: "one", words: 10), ChapterRow(heading: "Two", words: 1_200, footnotes: 1),
            ]),
        BookRow(
            id: 6, title: "\u{E9}t\u{E9}", subtitle: "composed", pages: 96, authorID: 4, publisherCode: "P1"),
        BookRow(
            id: 7, title: "e\u{301}te\u{301}", subtitle: "decomposed", pages: 1_000, rating: 4.5,
            published: makeDate(2024, 12, 30, 6, 7, 8.5), publisherCode: "P2", loans: 2),
        BookRow(
            id: 8, title: "", pages: 0, reprints: 0, price: 0, rating: .infinity, authorID: 4,
            words: ["green"]),
        BookRow(
            id: 9, title: "it's \"quoted\"; DROP TABLE books --", subtitle: "line\nbreak", pages: 320,
            price: 12.5,
            isPrinted: true),
        BookRow(
            id: 10, title: "\u{1F33E}\u{1F33E}grain", subtitle: "\u{1F33E}", pages: 321, reprints: -2,
            price: -12.5,
            rating: -.infinity, published: makeDate(2001, 3, 1), authorID: 1, publisherCode: "x%_",
            words: ["blue"],
            chapters: [ChapterRow(heading: "\u{1F33E}", words: 0)]),
    ]
}
