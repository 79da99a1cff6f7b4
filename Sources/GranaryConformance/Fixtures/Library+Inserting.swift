import FoundationEssentials
import Granary

extension Library {
    /// Inserts the library; nothing is saved.
    static func insert(in context: Context) throws {
        let authors = Dictionary(
            Library.authors.map {
                ($0.id, Author(id: $0.id, name: $0.name, country: $0.country, born: $0.born, rank: $0.rank))
            },
            uniquingKeysWith: { first, _ in first })
        let publishers = Dictionary(
            Library.publishers.map { ($0.code, Publisher(code: $0.code, name: $0.name)) },
            uniquingKeysWith: { first, _ in first })
        let tags = Dictionary(
            Library.tags.map { ($0.word, Tag(word: $0.word, weight: $0.weight)) },
            uniquingKeysWith: { first, _ in first })
        for row in Library.publishers {
            if let owner = row.ownerCode { publishers[row.code]?.owner = publishers[owner] }
        }
        for author in authors.values { try context.insert(author) }
        for publisher in publishers.values { try context.insert(publisher) }
        for tag in tags.values { try context.insert(tag) }
        for row in books {
            let book = try insert(row, in: context)
            book.author = row.authorID.flatMap { authors[$0] }
            book.publisher = row.publisherCode.flatMap { publishers[$0] }
            for word in row.words { if let tag = tags[word] { book.tags.append(tag) } }
        }
    }

    private static func insert(_ row: BookRow, in context: Context) throws -> Book {
        let book = Book(
            id: row.id, title: row.title, subtitle: row.subtitle, pages: row.pages, reprints: row.reprints,
            price: row.price, rating: row.rating, published: row.published, isPrinted: row.isPrinted)
        try context.insert(book)
        for (position, chapterRow) in row.chapters.enumerated() {
            let chapter = Chapter(
                volume: "book \(row.id)", position: position, heading: chapterRow.heading,
                words: chapterRow.words, book: book)
            try context.insert(chapter)
            for number in 0..<chapterRow.footnotes {
                try context.insert(Footnote(text: "note \(number)", chapter: chapter))
            }
        }
        for number in 0..<row.loans { try context.insert(Loan(reader: "reader \(number)", book: book)) }
        if let shelf = row.shelf { book.card = Card(id: row.id * 100, shelf: shelf) }
        return book
    }
}
