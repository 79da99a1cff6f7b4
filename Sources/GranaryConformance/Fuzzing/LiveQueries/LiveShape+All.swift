import Granary

extension LiveShape {
    /// The live queries that programs start: evaluated from saves, with a limit or an offset, through relationships,
    /// aggregates, and sections.
    static let all: [LiveShape] = [
        LiveShape(
            "tags by falling weight", tellsEach: true, { _ in Tag.all.sorted { $0.weight.descending } },
            { state, _ in state["Tag"].sorted(by: "weight", descending: true) }),
        LiveShape(
            "people who are older", tellsEach: true, { number in Person.where { $0.age > number } },
            { state, number in state["Person"].filter { $0.integer("age").map { $0 > number } ?? false } }),
        LiveShape(
            "chapters with so many words", tellsEach: true,
            { number in Chapter.where { $0.words == number }.sorted { $0.position.descending } },
            { state, number in
                state["Chapter"].filter { $0.integer("words") == number }
                    .sorted(by: "position", descending: true)
            }),
        LiveShape(
            "the youngest people", { number in youngest.limit(1 + number % 3) },
            { state, number in
                Array(
                    state["Person"].filter { $0.integer("age") != nil }.sorted(by: "age")
                        .prefix(1 + number % 3))
            }),
        LiveShape(
            "seats after the first",
            { number in Seat.all.sorted { $0.row.ascending }.offset(1).limit(number) },
            { state, number in Array(state["Seat"].sorted(by: "row").dropFirst().prefix(number)) }),
        LiveShape(
            "books of authors with a rank", isJoined: true,
            { number in Book.where { $0.author.rank > number } },
            { state, number in
                state["Book"].filter { book in
                    state.row("Author", book["author"])?.integer("rank").map { $0 > number } ?? false
                }
            }),
        LiveShape(
            "books with a heavy tag", isJoined: true,
            { number in Book.where { $0.tags.any { $0.weight > number } } },
            { state, number in
                state["Book"].filter { book in
                    book.members["tags", default: []].contains { key in
                        state.row("Tag", key)?.integer("weight").map { $0 > number } ?? false
                    }
                }
            }),
        LiveShape(
            "the number of pages of the books",
            aggregate: { stack, _ in stack.observe(Book.all) { $0.pages.sum } },
            { state, _ in "\(state["Book"].compactMap { $0.integer("pages") }.reduce(0, +))" }),
        LiveShape(
            "the number of tags that are light",
            aggregate: { stack, number in stack.observe(Tag.where { $0.weight < number }) { $0.count() } },
            { state, number in
                "\(state["Tag"].filter { $0.integer("weight").map { $0 < number } ?? false }.count)"
            }),
        LiveShape(
            "the number of tags that are light, by a choice",
            aggregate: { stack, number in
                stack.observe(Tag.all) {
                    $0.count(where: when($0.weight < number, then: true).otherwise(false))
                }
            },
            { state, number in
                "\(state["Tag"].filter { $0.integer("weight").map { $0 < number } ?? false }.count)"
            }),
        LiveShape(
            "the largest number of words",
            aggregate: { stack, _ in stack.observe(Chapter.all) { $0.words.maximum } },
            { state, _ in "\(state["Chapter"].compactMap { $0.integer("words") }.max() as Int?)" }),
        LiveShape(
            "how many people have each age",
            aggregate: { stack, _ in stack.observe(Person.all, by: { $0.age }) { $0.count() } },
            text: { groups in text(groups.map { ($0.group, $0.values) }) },
            { state, _ in
                let people = Dictionary(grouping: state["Person"]) { $0.integer("age") }
                return text(people.map { ($0.key, $0.value.count) })
            }),
        LiveShape(
            "people in sections of their age",
            sections: { stack, _ in stack.observe(Person.all, sectionedBy: { $0.age }) },
            { state, _ in
                let people = state["Person"].sorted(by: "age")
                return Dictionary(grouping: people) { $0.integer("age") }
                    .sorted { ($0.key ?? .min) < ($1.key ?? .min) }
                    .map { ($0.key, $0.value) }
            }),
    ]

    private static let youngest = Person.where { $0.age != nil }.sorted { $0.age.ascending }

    private static func text(_ groups: [(Int?, Int)]) -> String {
        groups.sorted { ($0.0 ?? .min) < ($1.0 ?? .min) }.map { "\($0.0 ?? -1): \($0.1)" }
            .joined(separator: ", ")
    }
}
