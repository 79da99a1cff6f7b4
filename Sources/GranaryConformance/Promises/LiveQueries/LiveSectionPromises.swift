import Granary

/// Live sections divide the result of a query, and report the changes in them.
enum LiveSectionPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Sections have the objects with one value, in the order of the query") { bench in
            try await weights(bench)
            let query = Tag.all.sorted { $0.word.descending }
            var reader = bench.stack.observe(query, sectionedBy: { $0.weight }).makeAsyncIterator()
            let result = try unwrap(try await reader.next(), "a result")
            try expectEqual(result.map(\.value), [nil, 1, 2], "sections")
            try expectEqual(result.map { $0.map(\.word) }, [["e"], ["c", "a"], ["d", "b"]], "tags")
            try expect(result.isFirst && result.changes.isEmpty, "the first result has differences")
        },
        promise("Objects that move between sections, and sections that come and go, are told") { bench in
            try await weights(bench)
            var reader = bench.stack.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
            _ = try await reader.next()
            try await bench.save { try $0.existing(Tag.self, "e").weight = 2 }
            let moved = try unwrap(try await reader.next(), "a result")
            try expectEqual(moved.sectionChanges, [.delete(at: 0, nil)], "sections")
            guard case .move(let from, let to, let before, let after)? = moved.changes.first else {
                throw ConformanceFailure(.broken, "No move is told: \(moved.changes.count) differences.")
            }
            try expectEqual([from, to], [place(0, 0), place(1, 2)], "places")
            try expectEqual([before.weight, after.weight], [nil, 2], "weights")
            try await bench.save { try $0.insert(Tag(word: "f", weight: 7)) }
            let inserted = try unwrap(try await reader.next(), "a result")
            try expectEqual(inserted.sectionChanges, [.insert(at: 2, 7)], "sections")
            guard case .insert(let place, let tag)? = inserted.changes.first else {
                throw ConformanceFailure(.broken, "No insertion is told.")
            }
            try expectEqual(place, Self.place(2, 0), "place")
            try expectEqual(tag.word, "f", "tag")
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "b")) }
            let deleted = try unwrap(try await reader.next(), "a result")
            guard case .delete(let left, _)? = deleted.changes.first else {
                throw ConformanceFailure(.broken, "No deletion is told.")
            }
            try expectEqual(left, Self.place(1, 0), "place")
            try expectEqual(deleted.map(\.count), [2, 2, 1], "tags")
        },
        promise("An object that changes its section is told as moved, also where its neighbours stay") {
            bench in
            try await weights(bench)
            try await bench.save { try $0.insert(Tag(word: "f", weight: 3)) }
            var reader = bench.stack.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
            _ = try await reader.next()
            // The last of section 2 becomes the first of section 3.
            try await bench.save { try $0.existing(Tag.self, "d").weight = 3 }
            let result = try unwrap(try await reader.next(), "a result")
            guard case .move(let from, let to, let before, let after)? = result.changes.first else {
                throw ConformanceFailure(.broken, "No move is told.")
            }
            try expectEqual([from, to], [place(2, 1), place(3, 0)], "places")
            try expectEqual([before.weight, after.weight], [2, 3], "weights")
            // The section becomes another one, around its only object.
            try await bench.save { try $0.existing(Tag.self, "e").weight = 0 }
            let renamed = try unwrap(try await reader.next(), "a result")
            try expectEqual(renamed.sectionChanges, [.delete(at: 0, nil), .insert(at: 0, 0)], "sections")
            guard case .move(let left, let entered, _, _)? = renamed.changes.first else {
                throw ConformanceFailure(.broken, "No move is told.")
            }
            try expectEqual([left, entered], [place(0, 0), place(0, 0)], "places")
        },
        promise("Sections follow random saves and batches, and their changes lead from one to the next") {
            bench in
            try await bench.saveLibrary()
            for seed in LiveQueryProgramPromises.seeds.prefix(2) {
                var generator = SeededGenerator(seed: seed)
                var reader = bench.stack.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
                var copy = SectionedCopy(try unwrap(try await reader.next(), "a result"))
                for _ in 0..<20 {
                    try await LiveQueryProgramPromises.step(&generator, bench)
                    let expected = try await bench.perform { context in
                        let tags = try context.fetch(Tag.all.sorted { $0.weight.ascending })
                        return Dictionary(grouping: tags, by: \.weight)
                            .sorted { ($0.key ?? .min) < ($1.key ?? .min) }
                            .map { $0.value.map(\.word) }
                    }
                    if expected == copy.words { continue }
                    let problem = copy.follow(try unwrap(try await reader.next(), "a result"))
                    try expect(problem == nil, "\(problem ?? ""), seed \(seed)")
                    try expectEqual(copy.words, expected, "sections, seed \(seed)")
                }
            }
        },
        promise("Sections through a relationship are refused") { bench in
            try await bench.saveLibrary()
            var reader = bench.stack.observe(Book.all, sectionedBy: { $0.author.name }).makeAsyncIterator()
            do {
                _ = try await reader.next()
                throw ConformanceFailure(.broken, "A relationship divides a result.")
            } catch GranaryError.Code.query {}
        },
    ]

    private static func weights(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for (word, weight) in [("a", 1), ("b", 2), ("c", 1), ("d", 2), ("e", nil)] as [(String, Int?)] {
                try context.insert(Tag(word: word, weight: weight))
            }
        }
    }

    private static func place(_ section: Int, _ item: Int) -> SectionPlace {
        SectionPlace(section: section, item: item)
    }
}

extension SectionedCopy where M == Tag {
    fileprivate var words: [[String]] { sections.map { $0.items.map(\.word) } }
}
