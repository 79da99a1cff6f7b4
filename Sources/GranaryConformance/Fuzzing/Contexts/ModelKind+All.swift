import FoundationEssentials
import Granary

extension ModelKind {
    /// The models that context programs use: every kind of key, relationship, delete rule and constraint
    /// among them.
    static let all: [ModelKind] = [author, publisher, book, chapter, loan, tag, seat, person]

    /// How many objects of each model a program names.
    static let population = 5

    private static func word(_ number: Int) -> String? {
        number % 4 == 0 ? nil : EdgeValues.texts[number % EdgeValues.texts.count]
    }

    private static func number(_ number: Int) -> Int? { number % 5 == 0 ? nil : number % 7 }

    private static let author = ModelKind(
        "Author", key: { $0 }, make: { Author(id: $0, name: word($1) ?? "-", country: word($1 + 1)) },
        setters: [{ $0.name = word($1) ?? "-" }, { $0.country = word($1) }, { $0.rank = number($1) }],
        collections: [Collection("books", of: "Book") { (author: Author) in author.books }])

    private static let publisher = ModelKind(
        "Publisher", key: { "p\($0)" }, make: { Publisher(code: "p\($0)", name: word($1)) },
        setters: [{ $0.name = word($1) }],
        references: [
            Reference("owner", to: "Publisher") { (publisher: Publisher, owner: Publisher?) in
                publisher.owner = owner
            }
        ],
        collections: [
            Collection("books", of: "Book") { (publisher: Publisher) in publisher.books },
            Collection("imprints", of: "Publisher") { (publisher: Publisher) in publisher.imprints },
        ])

    private static let book = ModelKind(
        "Book", key: { $0 }, make: { Book(id: $0, title: word($1) ?? "-", pages: number($1)) },
        setters: [
            { $0.title = word($1) ?? "-" }, { $0.pages = number($1) }, { $0.reprints = number($1) },
            { $0.rating = number($1).map { Double($0) / 2 } }, { $0.isPrinted = $1 % 2 == 0 },
        ],
        references: [
            Reference("author", to: "Author") { (book: Book, author: Author?) in book.author = author },
            Reference("publisher", to: "Publisher") { (book: Book, publisher: Publisher?) in
                book.publisher = publisher
            },
        ],
        collections: [
            Collection("chapters", of: "Chapter") { (book: Book) in book.chapters },
            Collection("tags", of: "Tag") { (book: Book) in book.tags },
            Collection("loans", of: "Loan") { (book: Book) in book.loans },
        ])

    private static let chapter = ModelKind(
        "Chapter", key: { Chapter.Key(volume: "v\($0 % 2)", position: $0) },
        make: { Chapter(volume: "v\($0 % 2)", position: $0, heading: word($1) ?? "-", words: number($1)) },
        setters: [{ $0.heading = word($1) ?? "-" }, { $0.words = number($1) }],
        references: [Reference("book", to: "Book") { (chapter: Chapter, book: Book?) in chapter.book = book }]
    )

    private static let loan = ModelKind(
        "Loan", key: { EdgeValues.uuid($0) },
        make: { Loan(id: EdgeValues.uuid($0), reader: word($1) ?? "-") },
        setters: [{ $0.reader = word($1) ?? "-" }],
        references: [Reference("book", to: "Book") { (loan: Loan, book: Book?) in loan.book = book }])

    private static let tag = ModelKind(
        "Tag", key: { EdgeValues.texts[$0 + 1] },
        make: { Tag(word: EdgeValues.texts[$0 + 1], weight: number($1)) },
        setters: [{ $0.weight = number($1) }],
        collections: [Collection("books", of: "Book") { (tag: Tag) in tag.books }])

    private static let seat = ModelKind(
        "Seat", key: { $0 }, make: { Seat(id: $0, label: word($1), row: number($1), column: number($1 / 7)) },
        setters: [{ $0.label = word($1) }, { $0.row = number($1) }, { $0.column = number($1) }])

    private static let person = ModelKind(
        "Person", key: { $0 }, make: { Person(id: $0, name: word($1) ?? "-", age: number($1)) },
        setters: [{ $0.name = word($1) ?? "-" }, { $0.age = number($1) }],
        references: [
            Reference("mentor", to: "Person") { (person: Person, mentor: Person?) in person.mentor = mentor },
            Reference("next", to: "Person") { (person: Person, next: Person?) in person.next = next },
        ],
        collections: [
            Collection("pupils", of: "Person") { (person: Person) in person.pupils },
            Collection("follows", of: "Person") { (person: Person) in person.follows },
            Collection("followers", of: "Person") { (person: Person) in person.followers },
        ])
}
