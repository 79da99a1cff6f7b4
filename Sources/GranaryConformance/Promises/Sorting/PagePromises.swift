import Granary

/// Limits and offsets cut one total order, so pages neither skip nor repeat.
enum PagePromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    private static let query = Finding.all.sorted { $0.int.ascending }

    private static func fill(_ context: Context) throws {
        for id in 0..<50 { try context.insert(Finding(id: id, int: id % 7 == 6 ? nil : id % 7)) }
        try context.save()
    }

    static let promises: [ConformancePromise] = [
        promise("A limit of 0 finds nothing") { bench in
            try await bench.perform { context in
                try fill(context)
                try expectEqual(try context.keys(query.limit(0)), [], "fetched keys")
                try expectEqual(try context.count(query.limit(0)), 0, "the count")
            }
        },
        promise("A limit beyond the end finds what there is") { bench in
            try await bench.perform { context in
                try fill(context)
                try expectEqual(try context.keys(query.limit(.max)).count, 50, "fetched keys")
                try expectEqual(try context.count(query.limit(.max)), 50, "the count")
            }
        },
        promise("An offset beyond the end finds nothing") { bench in
            try await bench.perform { context in
                try fill(context)
                try expectEqual(try context.keys(query.offset(50)), [], "keys at the end")
                try expectEqual(try context.keys(query.offset(.max)), [], "keys far beyond the end")
                try expectEqual(
                    try context.keys(query.offset(.max).limit(.max)), [],
                    "keys far beyond the end, with a limit")
            }
        },
        promise("An offset without a limit finds the rest") { bench in
            try await bench.perform { context in
                try fill(context)
                let all = try context.keys(query)
                try expectEqual(try context.keys(query.offset(45)), Array(all.suffix(5)), "fetched keys")
                try expectEqual(try context.count(query.offset(45)), 5, "the count")
            }
        },
        promise("Pages by offset cover everything once") { bench in
            try await bench.perform { context in
                try fill(context)
                let pages = try stride(from: 0, to: 56, by: 7).flatMap {
                    try context.keys(query.offset($0).limit(7))
                }
                try expectEqual(pages, try context.keys(query), "keys of all pages")
            }
        },
        promise("Pages by the last key equal pages by offset") { bench in
            try await bench.perform { context in
                try fill(context)
                var found: [Int] = []
                while true {
                    let last = found.last ?? -1
                    let page = try context.keys(Finding.where { $0.id > last }.limit(9))
                    if page.isEmpty { break }
                    found += page
                }
                try expectEqual(found, Array(0..<50), "keys of all pages")
            }
        },
        promise(
            "Pages by the last values under a sort, with ties, skip nothing when rows are added before them"
        ) { bench in
            try await bench.perform { context in
                try fill(context)
                let sorted = Finding.where { $0.int != nil }.sorted { $0.int.ascending }
                let first = try context.fetch(sorted.limit(10))
                guard let last = first.last else {
                    throw ConformanceFailure(.broken, "the first page is empty")
                }
                for id in 100..<105 { try context.insert(Finding(id: id, int: -1)) }
                try context.save()
                let (value, id) = (last.int, last.id)
                let second = try context.keys(
                    sorted.where { $0.int > value || $0.int == value && $0.id > id }.limit(10))
                let all = try context.keys(sorted.where { $0.int >= 0 })
                try expectEqual(first.map(\.id) + second, Array(all.prefix(20)), "keys of two pages")
            }
        },
        promise("A limit counts unsaved changes") { bench in
            try await bench.perform { context in
                try fill(context)
                let first = try context.fetch(query.limit(3))
                for finding in first { finding.int = 100 }
                try context.insert(Finding(id: 1_000, int: -5))
                if let deleted = try context.object(Finding.self, 13) { try context.delete(deleted) }
                let unsaved = try context.keys(query.limit(8))
                try context.save()
                try expectEqual(unsaved, try context.keys(query.limit(8)), "keys before and after the save")
                try expectEqual(
                    unsaved, [27, 34, 41, 48, 1_000, 0, 7, 14],
                    "keys of nil, the inserted finding, then the smallest")
            }
        },
        promise("first is the first of the order, nil when there is none") { bench in
            try await bench.perform { context in
                try fill(context)
                try expectEqual(try context.first(query)?.id, 6, "the key of the first")
                try expectEqual(
                    try context.first(query.offset(49))?.id, try context.keys(query).last,
                    "the key of the last")
                try expect(
                    try context.first(Finding.where { $0.int == 99 }) == nil, "`first` found a finding")
            }
        },
    ]
}
