import Granary

/// Conditions on members that name the object around them, in one store and across stores.
enum OuterObjectPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(members + values) + faults }

    private static let members: [ConformancePromise] = [
        authors(
            "Members are compared with the object that they belong to",
            { author in author.books.any { $0.pages > author.rank.outer() } }
        ) { row in row.books.contains { book in row.rank.map { (book.pages ?? .min) > $0 } ?? false } },
        authors(
            "A comparison takes a value of the object around it as it is",
            { author in
                author.books.any { $0.pages > author.rank } && author.books.none { $0.id == author.id }
            }
        ) { row in
            row.books.contains { book in row.rank.map { (book.pages ?? .min) > $0 } ?? false }
                && row.books.allSatisfy { $0.id != row.id }
        },
        authors(
            "Members are compared with nil of the object that they belong to",
            { author in author.books.any { $0.reprints == author.rank.outer() } }
        ) { row in row.books.contains { $0.reprints == row.rank } },
        authors(
            "All and none of the members are compared with the object that they belong to",
            { author in
                author.books.all { $0.id >= author.id.outer() }
                    && author.books.none { $0.id == author.id.outer() }
            }
        ) { row in row.books.allSatisfy { $0.id > row.id } },
        authors(
            "Members that are counted are compared with the object that they belong to",
            { author in author.books.count(where: { $0.pages > author.rank.outer() }) > 1 }
        ) { row in
            row.books.filter { book in row.rank.map { (book.pages ?? .min) > $0 } ?? false }.count > 1
        },
        books(
            "Members along a path are compared with the object that the condition is about",
            { book in book.author.books.any { $0.pages > book.pages.outer() } }
        ) { row in
            row.author?.books.contains { other in
                row.pages.map { (other.pages ?? .min) > $0 } ?? false
            } ?? false
        },
        authors(
            "Members of members are compared with the outermost object",
            { author in
                author.books.any { book in book.chapters.any { $0.words > author.rank.outer() } }
            }
        ) { row in
            row.books.contains { book in
                book.chapters.contains { chapter in
                    row.rank.map { (chapter.words ?? .min) > $0 } ?? false
                }
            }
        },
        authors(
            "Members of members are compared with both objects around them",
            { author in
                author.books.any { book in
                    book.chapters.any { $0.words > book.pages.outer() && $0.words > author.rank.outer() }
                }
            }
        ) { row in
            row.books.contains { book in
                book.chapters.contains { chapter in
                    guard let words = chapter.words, let pages = book.pages, let rank = row.rank else {
                        return false
                    }
                    return words > pages && words > rank
                }
            }
        },
        books(
            "A condition on members at the end of a path names the object there",
            { $0.author.wroteLong == true }
        ) { row in
            row.author?.books.contains { book in
                row.author?.rank.map { (book.pages ?? .min) > $0 } ?? false
            } ?? false
        },
        books(
            "A condition on members behind one of its own model names the object there",
            { $0.publisher.owner.hasNamesake == true }
        ) { row in
            Library.publishers.contains { owner in
                owner.code == row.publisher?.ownerCode
                    && Library.publishers.contains { $0.ownerCode == owner.code && $0.name == owner.name }
            }
        },
        books(
            "Tags are compared with the book that has them",
            { book in book.tags.any { $0.weight == book.reprints.outer() } }
        ) { row in row.tags.contains { $0.weight == row.reprints } },
        authors(
            "A value along a path of the outer object",
            { author in
                author.books.any { book in
                    book.chapters.any { $0.heading.optional < book.author.name.outer() }
                }
            }
        ) { row in
            row.books.contains { book in
                book.chapters.contains { chapter in
                    chapter.heading.utf8.lexicographicallyPrecedes(row.name.utf8)
                }
            }
        },
    ]

    private static let values: [ConformancePromise] = [
        authors(
            "A sum over members that are compared with the object that they belong to",
            { author in author.books.sum({ $0.pages }, where: { $0.pages > author.rank.outer() }) == 0 }
        ) { row in
            let pages = row.books.compactMap(\.pages)
            return pages.filter { page in row.rank.map { page > $0 } ?? false }.reduce(0, +) == 0
        },
        authors(
            "A largest value of members that is calculated with the object that they belong to",
            { author in author.books.maximum { $0.pages - author.id.outer() } > 90 }
        ) { row in (row.books.compactMap(\.pages).max() ?? 0) - row.id > 90 },
        authors(
            "The first member by its distance from the object that it belongs to",
            { author in
                author.books.first { ($0.id - author.rank.outer()).absolute.ascending }.pages < 50
            }
        ) { row in
            func distance(_ book: Library.BookRow) -> Int { row.rank.map { abs(book.id - $0) } ?? 0 }
            let nearest = row.books.min { (distance($0), $0.id) < (distance($1), $1.id) }
            return (nearest?.pages ?? .max) < 50
        },
        authors(
            "The outermost object in a sum over members of members",
            { author in
                author.books.sum { book in
                    book.chapters.count(where: { $0.words > author.rank.outer() })
                } > 1
            }
        ) { row in
            let chapters = row.books.flatMap(\.chapters)
            return chapters.filter { chapter in
                row.rank.map { (chapter.words ?? .min) > $0 } ?? false
            }.count > 1
        },
    ]

    private static let faults: [ConformancePromise] = [
        books("An outer object where there is none", failsWith: .query) { $0.id == Book.fields.id.outer() },
        books("An outer object of a model that is not around the condition", failsWith: .query) {
            $0.chapters.any { $0.position == Author.fields.id.outer() }
        },
    ]
}

extension Author.Fields {
    /// Whether the author has a book with more pages than the rank.
    fileprivate var wroteLong: Condition<Author> { books.any { $0.pages > rank.outer() } }
}

extension Publisher.Fields {
    /// Whether an imprint has the publisher's own name.
    fileprivate var hasNamesake: Condition<Publisher> { imprints.any { $0.name == name.outer() } }
}
