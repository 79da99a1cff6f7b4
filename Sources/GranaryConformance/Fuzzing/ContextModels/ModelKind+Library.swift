import FoundationEssentials
import Granary

extension ModelKind {
    /// The models of the kit that programs use: every kind of key, relationship, delete rule and constraint among them.
    static let library: [ModelKind] = [author, publisher, book, chapter, loan, tag, seat, person]

    private static func word(_ number: Int) -> String? {
        number % 4 == 0 ? nil : EdgeValues.texts[number % EdgeValues.texts.count]
    }

    private static func number(_ number: Int) -> Int? { number % 5 == 0 ? nil : number % 7 }

    private static let author = ModelKind(
        key: { $0 }, make: { Author(id: $0, name: word($1) ?? "-", country: word($1 + 1)) },
        setters: [{ $0.name = word($1) ?? "-" }, { $0.country = word($1) }, { $0.rank = number($1) }],
        collections: [Collection("books", \Author.books)])

    private static let publisher = ModelKind(
        key: { "p\($0)" }, make: { Publisher(code: "p\($0)", name: word($1)) },
        setters: [{ $0.name = word($1) }], references: [Reference("owner", \Publisher.owner)],
        collections: [Collection("books", \Publisher.books), Collection("imprints", \Publisher.imprints)])

    private static let book = ModelKind(
        key: { $0 }, make: { Book(id: $0, title: word($1) ?? "-", pages: number($1)) },
        setters: [
            { $0.title = word($1) ?? "-" }, { $0.pages = number($1) }, { $0.reprints = number($1) },
            { $0.rating = number($1).map { Double($0) / 2 } }, { $0.isPrinted = $1 % 2 == 0 },
        ],
        references: [Reference("author", \Book.author), Reference("publisher", \Book.publisher)],
        collections: [
            Collection("chapters", \Book.chapters), Collection("tags", \Book.tags),
            Collection("loans", \Book.loans),
        ])

    private static let chapter = ModelKind(
        key: { Chapter.Key(volume: "v\($0 % 2)", position: $0) },
        make: { Chapter(volume: "v\($0 % 2)", position: $0, heading: word($1) ?? "-", words: number($1)) },
        setters: [{ $0.heading = word($1) ?? "-" }, { $0.words = number($1) }],
        references: [Reference("book", \Chapter.book)])

    private static let loan = ModelKind(
        key: { EdgeValues.uuid($0) }, make: { Loan(id: EdgeValues.uuid($0), reader: word($1) ?? "-") },
        setters: [{ $0.reader = word($1) ?? "-" }], references: [Reference("book", \Loan.book)])

    private static let tag = ModelKind(
        key: { EdgeValues.texts[$0 + 1] },
        make: { Tag(word: EdgeValues.texts[$0 + 1], weight: number($1)) },
        setters: [{ $0.weight = number($1) }], collections: [Collection("books", \Tag.books)])

    private static let seat = ModelKind(
        key: { $0 }, make: { Seat(id: $0, label: word($1), row: number($1), column: number($1 / 7)) },
        setters: [{ $0.label = word($1) }, { $0.row = number($1) }, { $0.column = number($1) }])

    private static let person = ModelKind(
        key: { $0 }, make: { Person(id: $0, name: word($1) ?? "-", age: number($1)) },
        setters: [{ $0.name = word($1) ?? "-" }, { $0.age = number($1) }],
        references: [Reference("mentor", \Person.mentor), Reference("next", \Person.next)],
        collections: [
            Collection("pupils", \Person.pupils), Collection("follows", \Person.follows),
            Collection("followers", \Person.followers),
        ])
}
