import Granary

/// The checks and effects of a commit, in sessions without a context.
enum CommitPromises: PromiseList {
    static let category = ConformanceCategory.transactions

    static var promises: [ConformancePromise] { wholes + versions + pairs + keys + selections }

    private static func tag(_ word: String, _ weight: Int64? = nil) -> [String: Value] {
        ["word": .text(word), "weight": weight.map { .integer($0) } ?? .null]
    }

    private static func tags(_ bench: ConformanceBench) throws -> [[Value]] {
        try bench.withSession(of: "Tag") { session, tag in try session.everything(of: tag) }
    }

    private static let wholes: [ConformancePromise] = [
        promise("A conflict in one row keeps every other change of the commit from being written") { bench in
            try bench.commit("Tag") { .inserting($0, tag("a", 1), tag("b", 1)) }
            try bench.withSession(of: "Tag") { session, entity in
                var changes = ChangeSet.inserting(entity, tag("new"))
                changes.update(entity, .text("a"), version: nil, ["weight": .integer(2)])
                changes.update(entity, .text("b"), version: -1, ["weight": .integer(2)])
                let result = try session.commit(changes)
                try expectEqual(
                    result.conflicts, [CommitResult.Conflict(entity: "Tag", key: .text("b"))], "conflicts")
            }
            try expectEqual(
                try tags(bench), [[.text("a"), .integer(1)], [.text("b"), .integer(1)]], "rows")
        },
        promise("A conflict is reported before a violated constraint, whichever comes first") { bench in
            try bench.commit("Loan") {
                .inserting(
                    $0, ["id": .uuid(makeUUID(1)), "reader": .text("a")],
                    ["id": .uuid(makeUUID(2)), "reader": .text("b")])
            }
            try bench.withSession(of: "Loan") { session, loan in
                for (violated, stale) in [(1, 2), (2, 1)] as [(UInt64, UInt64)] {
                    var changes = ChangeSet()
                    changes.update(
                        loan, .uuid(makeUUID(1)), version: violated == 1 ? nil : -1, ["reader": .null])
                    changes.update(
                        loan, .uuid(makeUUID(2)), version: stale == 2 ? -1 : nil, ["reader": .null])
                    let result = try session.commit(changes)
                    try expectEqual(result.conflicts.map(\.key), [.uuid(makeUUID(stale))], "conflicts")
                }
                try expectEqual(
                    try session.everything(of: loan).map { $0[1] }, [.text("a"), .text("b")], "readers")
            }
        },
        promise("An empty commit changes nothing") { bench in
            try bench.commit("Tag") { .inserting($0, tag("a", 1)) }
            try bench.withSession(of: "Tag") { session, _ in try session.committed(ChangeSet()) }
            try expectEqual(try tags(bench), [[.text("a"), .integer(1)]], "rows")
        },
        promise("A missing required value is refused by name") { bench in
            try bench.withSession(of: "Loan") { session, loan in
                let error = try expectError(.constraint, "the commit") {
                    _ = try session.commit(.inserting(loan, ["id": .uuid(makeUUID(1))]))
                }
                try expectEqual(error.context.constraint, .notNull, "the constraint in the error")
                try expectEqual(error.context.entity, "Loan", "the entity in the error")
                try expectEqual(error.context.properties, ["reader"], "the properties in the error")
                try expectEqual(try session.counted(FetchRequest(entity: loan)), 0, "loans")
            }
        },
        promise("A required value set to null is refused by name, and the row stays") { bench in
            try bench.commit("Loan") {
                .inserting($0, ["id": .uuid(makeUUID(1)), "reader": .text("r")])
            }
            try bench.withSession(of: "Loan") { session, loan in
                let error = try expectError(.constraint, "the commit") {
                    _ = try session.commit(
                        .updating(loan, .uuid(makeUUID(1)), version: nil, ["reader": .null]))
                }
                try expectEqual(error.context.properties, ["reader"], "the properties in the error")
                try expectEqual(try session.everything(of: loan).map { $0[1] }, [.text("r")], "readers")
            }
        },
        promise("Changing a row that does not exist is a conflict, whatever version is asked for") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                for version: Int64? in [nil, 5] {
                    let changed = try session.commit(
                        .updating(entity, .text("a"), version: version, ["weight": .integer(1)]))
                    try expectEqual(changed.conflicts.map(\.key), [.text("a")], "conflicts of a change")
                    let deleted = try session.commit(.deleting(entity, .text("a"), version: version))
                    try expectEqual(deleted.conflicts.map(\.key), [.text("a")], "conflicts of a deletion")
                }
            }
        },
        promise("A row that must be unchanged is checked and not written") { bench in
            let version = try bench.commit("Tag") { .inserting($0, tag("a", 1)) }
            try bench.withSession(of: "Tag") { session, entity in
                var changes = ChangeSet.inserting(entity, tag("b"))
                changes.requirements = [DeleteBatch(entity: entity, rows: [(.text("a"), version)])]
                try session.committed(changes)
                try expectEqual(try session.version(of: .text("a"), entity), version, "the version")
                changes = .inserting(entity, tag("c"))
                changes.requirements = [DeleteBatch(entity: entity, rows: [(.text("a"), version + 1)])]
                try expectEqual(try session.commit(changes).conflicts.map(\.key), [.text("a")], "conflicts")
            }
            try expectEqual(try tags(bench).count, 2, "tags")
        },
    ]

    private static let versions: [ConformancePromise] = [
        promise("Every row that a commit writes has the version of its result") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                let version = try session.committed(.inserting(entity, tag("a"), tag("b")))
                for word in ["a", "b"] {
                    try expectEqual(try session.version(of: .text(word), entity), version, word)
                }
                let next = try session.committed(
                    .updating(entity, .text("a"), version: version, ["weight": .integer(1)]))
                try expectEqual(
                    try session.version(of: .text("a"), entity), next, "the version of the changed row")
                try expectEqual(
                    try session.version(of: .text("b"), entity), version, "the version of the other row")
            }
        },
        promise("Versions grow with every commit, whichever session makes it") { bench in
            var versions: [Int64] = []
            for number in 0..<20 {
                versions.append(try bench.commit("Tag") { .inserting($0, tag("\(number)")) })
            }
            try expect(
                zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 },
                "the versions do not ascend: \(versions)")
        },
        promise("A key deleted and inserted again has a larger version than ever before") { bench in
            var last: Int64 = 0
            for _ in 0..<4 {
                let version = try bench.commit("Tag") { .inserting($0, tag("a")) }
                try expect(version > last, "the version \(version) follows \(last)")
                last = version
                try bench.commit("Tag") { .deleting($0, .text("a"), version: version) }
            }
        },
        promise("Versions go on where they were when the store is opened again", needs: .persistent) {
            bench in
            var versions: [Int64] = []
            for _ in 0..<3 {
                for _ in 0..<3 {
                    let version = try bench.commit("Tag") { .inserting($0, tag("a")) }
                    versions.append(version)
                    try bench.commit("Tag") { .deleting($0, .text("a"), version: version) }
                }
                try await bench.stack.stop()
                try await bench.stack.start()
            }
            try expect(
                zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 },
                "the versions do not ascend: \(versions)")
            try expectEqual(
                try bench.withSession(of: "Tag") { try $0.counted(FetchRequest(entity: $1)) }, 0, "tags")
        },
        promise("A change writes the properties it names and no others") { bench in
            try bench.commit("Seat") {
                .inserting(
                    $0, ["id": .integer(1), "label": .text("A"), "row": .integer(1), "column": .integer(2)])
            }
            try bench.withSession(of: "Seat") { session, seat in
                try session.committed(.updating(seat, .integer(1), version: nil, ["row": .null]))
                try expectEqual(
                    try session.everything(of: seat), [[.integer(1), .text("A"), .null, .integer(2)]], "row")
                try session.committed(.updating(seat, .integer(1), version: nil, ["label": .text("B")]))
                try expectEqual(
                    try session.everything(of: seat), [[.integer(1), .text("B"), .null, .integer(2)]], "row")
            }
        },
    ]

    /// Commits five tags and two books, and the pairs that connect them.
    private static func connect(
        _ bench: ConformanceBench,
        _ body: (any StoreSession, LinkTable, (Int, String) -> (ObjectKey, ObjectKey)) throws -> Void
    ) throws {
        let table = try unwrap(
            bench.stack.schema.links.first {
                Set([$0.firstEntity.name, $0.secondEntity.name]) == ["Book", "Tag"]
            },
            "the table of tags of books")
        try bench.commit("Tag") { tag in .inserting(tag, Self.tag("a"), Self.tag("b"), Self.tag("c")) }
        try bench.commit("Book") { book in
            let row: (Int64) -> [String: Value] = {
                ["id": .integer($0), "title": .text("t"), "isPrinted": .bool(false)]
            }
            return .inserting(book, row(1), row(2))
        }
        let isBookFirst = table.firstEntity.name == "Book"
        try bench.withSession(of: "Book") { session, _ in
            try body(session, table) { book, word in
                isBookFirst ? (.integer(Int64(book)), .text(word)) : (.text(word), .integer(Int64(book)))
            }
        }
    }

    private static let pairs: [ConformancePromise] = [
        promise("Pairs are found from both sides, in the order of both keys") { bench in
            try connect(bench) { session, table, pair in
                var batch = LinkBatch(table: table)
                batch.added = [pair(2, "c"), pair(1, "b"), pair(2, "a"), pair(1, "a")]
                var changes = ChangeSet()
                changes.links = [batch]
                try session.committed(changes)
                let isBookFirst = table.firstEntity.name == "Book"
                let books = try session.links(table, fromFirst: isBookFirst, of: [.integer(2), .integer(1)])
                try expectEqual(
                    books.map { [$0.0, $0.1] },
                    [
                        [.integer(1), .text("a")], [.integer(1), .text("b")], [.integer(2), .text("a")],
                        [.integer(2), .text("c")],
                    ],
                    "tags of the books")
                let words = try session.links(table, fromFirst: !isBookFirst, of: [.text("a"), .text("z")])
                try expectEqual(
                    words.map { [$0.0, $0.1] }, [[.text("a"), .integer(1)], [.text("a"), .integer(2)]],
                    "books of a tag")
            }
        },
        promise("Adding a pair that is there and removing one that is not change nothing") { bench in
            try connect(bench) { session, table, pair in
                var changes = ChangeSet()
                var batch = LinkBatch(table: table)
                batch.added = [pair(1, "a")]
                changes.links = [batch]
                for _ in 0..<2 { try session.committed(changes) }
                batch.added = []
                batch.removed = [pair(1, "b"), pair(2, "a")]
                changes.links = [batch]
                try session.committed(changes)
                let found = try session.links(table, fromFirst: true, of: [pair(1, "a").0])
                try expectEqual(found.count, 1, "pairs")
            }
        },
    ]

    private static let keys: [ConformancePromise] = [
        promise("Blocks of reserved keys never overlap and never meet stored keys") { bench in
            try bench.commit("Seat") { .inserting($0, ["id": .integer(500)]) }
            var taken: [Range<Int64>] = []
            for round in 0..<12 {
                try bench.withSession(of: "Seat") { session, seat in
                    let count = round % 4 + 1
                    let first = try session.reserveKeys(count, of: seat)
                    let block = first..<(first + Int64(count))
                    try expect(!block.contains(500), "a stored key was reserved")
                    try expect(!taken.contains { $0.overlaps(block) }, "\(block) overlaps \(taken)")
                    taken.append(block)
                }
            }
        },
        promise("missing names the keys without a row") { bench in
            try bench.commit("Tag") { .inserting($0, tag("a"), tag("c")) }
            try bench.withSession(of: "Tag") { session, entity in
                let asked: [ObjectKey] = [.text("d"), .text("c"), .text("b"), .text("a"), .text("A")]
                let missing = try session.missing(asked, of: entity)
                try expectEqual(Set(missing), [.text("d"), .text("b"), .text("A")], "missing keys")
                try expectEqual(try session.missing([], of: entity), [], "missing keys among none")
            }
        },
        promise("missing answers for 5,000 keys at once") { bench in
            try bench.commit("Tag") { entity in
                var changes = ChangeSet()
                changes.insert(entity, (0..<2_500).map { tag("\($0 * 2)") })
                return changes
            }
            try bench.withSession(of: "Tag") { session, entity in
                let missing = try session.missing((0..<5_000).map { .text("\($0)") }, of: entity)
                try expectEqual(missing.count, 2_500, "missing keys")
            }
        },
    ]

    private static let selections: [ConformancePromise] = [
        promise("Rows by keys come in key order, each once, without missing ones") { bench in
            try bench.commit("Tag") { .inserting($0, tag("b"), tag("a"), tag("c")) }
            try bench.withSession(of: "Tag") { session, entity in
                var request = FetchRequest(entity: entity)
                request.selection = .keys([.text("c"), .text("nothing"), .text("a"), .text("c")])
                try expectEqual(try session.rows(request).map { $0[0] }, [.text("a"), .text("c")], "rows")
                request.selection = .keys([])
                try expectEqual(try session.rows(request).count, 0, "rows of no keys")
                try expectEqual(try session.counted(request), 0, "a count of no keys")
            }
        },
        promise("Rows that refer to a key are found, and none for a key without references", .united) {
            bench in
            try await bench.saveLibrary()
            try bench.withSession(of: "Book") { session, book in
                var request = FetchRequest(entity: book)
                request.selection = .referring(relationship: "author", to: [.integer(1), .integer(99)])
                try expectEqual(
                    Set(try session.rows(request).map { $0[0] }), [.integer(1), .integer(2), .integer(10)],
                    "books")
                request.selection = .referring(relationship: "author", to: [.integer(99)])
                try expectEqual(try session.rows(request).count, 0, "books that refer to no key")
            }
        },
    ]
}
