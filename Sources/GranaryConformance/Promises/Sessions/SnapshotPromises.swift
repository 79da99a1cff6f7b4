import Granary

/// The state that a session reads, without a context: one snapshot from its first read to its next commit.
enum SnapshotPromises: PromiseList {
    static let category = ConformanceCategory.transactions

    static var promises: [ConformancePromise] { beginnings + endings + cursors }

    private static func tag(_ word: String, _ weight: Int64? = nil) -> [String: Value] {
        ["word": .text(word), "weight": weight.map { .integer($0) } ?? .null]
    }

    private static func insert(_ bench: ConformanceBench, _ words: String...) throws {
        try bench.commit("Tag") { entity in
            var changes = ChangeSet()
            changes.insert(entity, words.map { tag($0) })
            return changes
        }
    }

    private static func words(_ session: any StoreSession, _ tag: Entity) throws -> [Value] {
        try session.everything(of: tag).map { $0[0] }
    }

    private static let beginnings: [ConformancePromise] = [
        promise("A session's state is that of its first read, not that of its making") { bench in
            try bench.withSession(of: "Tag") { session, tag in
                try insert(bench, "a")
                try expectEqual(try words(session, tag), [.text("a")], "tags")
            }
        },
        promise("A session reads one state while others commit", needs: [.snapshots, .concurrentSessions]) {
            bench in
            try insert(bench, "a")
            try bench.withSession(of: "Tag") { session, tag in
                try expectEqual(try words(session, tag), [.text("a")], "tags")
                try insert(bench, "b")
                try expectEqual(try words(session, tag), [.text("a")], "tags")
                try expectEqual(try session.counted(FetchRequest(entity: tag)), 1, "the count")
                try expectEqual(try session.missing([.text("b")], of: tag), [.text("b")], "missing keys")
            }
        },
        promise("A session sees its own commits") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                for number in 0..<5 {
                    try session.committed(.inserting(entity, tag("\(number)")))
                    try expectEqual(try words(session, entity).count, number + 1, "tags")
                }
            }
        },
        promise("refresh begins a new state") { bench in
            try bench.withSession(of: "Tag") { session, tag in
                try expectEqual(try words(session, tag), [], "tags")
                try insert(bench, "a")
                try session.refresh()
                try expectEqual(try words(session, tag), [.text("a")], "tags after refreshing")
            }
        },
    ]

    private static let endings: [ConformancePromise] = [
        promise("A commit ends the session's state: what others committed before is seen after it") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                try expectEqual(try words(session, entity), [], "tags")
                try insert(bench, "theirs")
                try session.committed(.inserting(entity, tag("mine")))
                try expectEqual(try words(session, entity), [.text("mine"), .text("theirs")], "tags")
            }
        },
        promise("A commit ends the session's state for what others commit right after it") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                try session.committed(.inserting(entity, tag("mine")))
                try insert(bench, "theirs")
                try expectEqual(try words(session, entity), [.text("mine"), .text("theirs")], "tags")
            }
        },
        promise("A commit in conflict ends the session's state too") { bench in
            try insert(bench, "a")
            try bench.withSession(of: "Tag") { session, entity in
                let version = try session.version(of: .text("a"), entity)
                try bench.commit("Tag") { .updating($0, .text("a"), version: nil, ["weight": .integer(5)]) }
                let result = try session.commit(
                    .updating(entity, .text("a"), version: version, ["weight": .integer(1)]))
                try expectEqual(result.conflicts.count, 1, "conflicts")
                try expectEqual(try session.everything(of: entity), [[.text("a"), .integer(5)]], "the row")
            }
        },
        promise("A commit that fails ends the session's state too") { bench in
            try insert(bench, "a")
            try bench.withSession(of: "Tag") { session, entity in
                try expectEqual(try words(session, entity), [.text("a")], "tags")
                try insert(bench, "b")
                try expectError(.constraint, "the commit") {
                    _ = try session.commit(.inserting(entity, tag("a")))
                }
                try expectEqual(try words(session, entity), [.text("a"), .text("b")], "tags")
            }
        },
        promise("Staged changes are invisible, and gone once abandoned") { bench in
            try bench.withSession(of: "Tag") { session, entity in
                guard let staging = session as? any StagingSession else { return }
                _ = try staging.stage(.inserting(entity, tag("a")))
                let second = try? staging.stage(.inserting(entity, tag("d")))
                try expect(second == nil, "a second save was staged beside the first")
                staging.abandonStaged()
                try expectEqual(try words(session, entity), [], "tags")
                try insert(bench, "b")
                _ = try staging.stage(.inserting(entity, tag("c")))
                try staging.finishStaged()
                try expectEqual(try words(session, entity), [.text("b"), .text("c")], "tags")
            }
        },
        promise(
            "Others do not see staged changes before they are finished",
            needs: [.snapshots, .concurrentSessions, .staging]
        ) {
            bench in
            try bench.withSession(of: "Tag") { session, entity in
                guard let staging = session as? any StagingSession else {
                    throw ConformanceFailure(.broken, "the session cannot stage")
                }
                _ = try staging.stage(.inserting(entity, tag("a")))
                try bench.withSession(of: "Tag") { other, entity in
                    try expectEqual(try words(other, entity), [], "tags before")
                }
                try staging.finishStaged()
                try bench.withSession(of: "Tag") { other, entity in
                    try expectEqual(try words(other, entity), [.text("a")], "tags after")
                }
            }
        },
    ]

    private static let cursors: [ConformancePromise] = [
        promise("Two cursors of one session are read in turns") { bench in
            try insert(bench, "a", "b", "c")
            try bench.withSession(of: "Tag") { session, tag in
                var backwards = FetchRequest(entity: tag)
                backwards.sort = [SortTerm(.attribute(path: [], name: "word"), isDescending: true)]
                let rows = try RowList.interleaved(FetchRequest(entity: tag), backwards, in: session)
                try expectEqual(
                    rows[0].map { $0[0] }, [.text("a"), .text("b"), .text("c")], "words forwards")
                let alone = try session.fetch(backwards)
                let isOrdered = !alone.remaining.contains(.sort)
                try expectEqual(
                    rows[1], try RowList.read(alone.cursor, of: tag), "rows read beside another cursor")
                let words = rows[1].map { $0[0] }
                try expectEqual(
                    isOrdered ? words : RowList.byKey(rows[1], tag).reversed().map { $0[0] },
                    [.text("c"), .text("b"), .text("a")], "words backwards")
            }
        },
        promise(
            "An open cursor does not hinder other reads, and keeps its rows",
            needs: [.snapshots, .concurrentSessions]
        ) {
            bench in
            try insert(bench, "a", "b", "c")
            try bench.withSession(of: "Tag") { session, tag in
                let cursor = try session.fetch(FetchRequest(entity: tag)).cursor
                try expect(try cursor.advance(), "the first row is missing")
                try insert(bench, "aa")
                try expectEqual(
                    try session.counted(FetchRequest(entity: tag)), 3, "the count while the cursor is open")
                try expectEqual(
                    try RowList.read(cursor, of: tag).map { $0[0] }, [.text("b"), .text("c")],
                    "the remaining words")
            }
        },
        promise("A cursor that was closed has no rows, and closing it twice is closing it once") { bench in
            try insert(bench, "a", "b")
            try bench.withSession(of: "Tag") { session, tag in
                let cursor = try session.fetch(FetchRequest(entity: tag)).cursor
                try expect(try cursor.advance(), "the first row is missing")
                for _ in 0..<2 { cursor.close() }
                try expect(try !cursor.advance(), "a closed cursor gives a row")
                try session.committed(.inserting(tag, Self.tag("c")))
            }
        },
        promise("A cursor left open does not hinder the next commit") { bench in
            try insert(bench, "a", "b")
            try bench.withSession(of: "Tag") { session, tag in
                let cursor = try session.fetch(FetchRequest(entity: tag)).cursor
                try expect(try cursor.advance(), "the first row is missing")
                try session.committed(.inserting(tag, Self.tag("c")))
                try expectEqual(try words(session, tag).count, 3, "tags")
                cursor.close()
            }
        },
    ]
}
