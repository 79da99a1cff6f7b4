internal import Granary
internal import Tracing

/// Spans belong to the caller that requested the work, even with many callers at a time.
enum TracePromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    static var promises: [ConformancePromise] { parents + crowds }

    private static let parents: [ConformancePromise] = [
        promise(
            "Operations are children of the unit of work's span, which is a child of the caller's", .united
        ) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await watch.tracer.withSpan("request") { _ in
                    try await stack.perform { context in
                        _ = try context.fetch(Book.all)
                        _ = try context.count(Tag.all)
                    }
                }
                let (request, work) = (try watch.span("request"), try watch.span("perform"))
                try expectEqual(work.parent, request.id, "the parent of the unit of work")
                for name in ["fetch Book", "count Tag"] {
                    let span = try watch.span(name)
                    try expectEqual(span.parent, work.id, "the parent of “\(name)”")
                    try expectEqual(span.trace, request.trace, "the trace of “\(name)”")
                }
            }
        },
        promise("A unit of work outside any trace begins its own", .united) { bench in
            try await bench.watched { stack, watch in
                watch.clear()
                for _ in 0..<2 { try await stack.perform { _ = try $0.fetch(Tag.all) } }
                let works = watch.spans("perform")
                try expectEqual(works.map(\.parent), [nil, nil], "parents")
                try expectEqual(Set(works.map(\.trace)).count, 2, "traces")
            }
        },
        promise("A unit of work in the main actor's context is reported like any other", .united) { bench in
            try await bench.stack.stop()
            let watch = TelemetryWatch()
            let stack = try PersistentStack(
                bench.schema(), registry: bench.registry(), settings: bench.harness.settings,
                strategy: .nested, telemetry: watch.telemetry())
            try await stack.attachPersistentStores(for: bench.configurations())
            try await bench.withStack(stack) { stack in
                watch.clear()
                try await watch.tracer.withSpan("request") { _ in
                    try await stack.perform { _ = try $0.fetch(Tag.all) }
                }
                try watch.verify(ExpectedReport("perform"))
                let work = try watch.span("perform")
                try expectEqual(work.parent, try watch.span("request").id, "the parent of the unit of work")
                let fetches = watch.spans("fetch Tag").map(\.trace)
                try expectEqual(Set(fetches), [work.trace], "the trace of the fetch")
            }
        },
        promise("A context made with makeContext reports to the trace of its caller", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                let context = try stack.makeContext()
                try watch.tracer.withSpan("first") { _ in _ = try context.fetch(Tag.all) }
                try watch.tracer.withSpan("second") { _ in _ = try context.count(Book.all) }
                try expectEqual(
                    try watch.span("fetch Tag").parent, try watch.span("first").id, "the fetch's parent")
                try expectEqual(
                    try watch.span("count Book").parent, try watch.span("second").id, "the count's parent")
            }
        },
        promise("Operations inside a stream are children of the stream's span", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    try context.stream(Tag.all) { tag in
                        if tag.word == "red" { _ = try context.existing(Book.self, 1) }
                        return true
                    }
                }
                try expectEqual(
                    try watch.span("find Book").parent, try watch.span("stream Tag").id,
                    "the parent of the look-up")
            }
        },
        promise("A unit of work lasts at least as long as its operations", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    for _ in 0..<20 { _ = try context.fetch(Book.where { $0.title.contains("a") }) }
                }
                let timers = watch.metrics.points.filter { $0.kind == .timer }
                let (whole, parts) = timers.reduce(into: (0.0, 0.0)) { sums, point in
                    if point.dimensions["db.operation.name"] == "perform" {
                        sums.0 += point.value
                    } else {
                        sums.1 += point.value
                    }
                }
                try expectEqual(timers.count, 21, "durations")
                try expect(whole >= parts, "the whole took \(whole) ns, its parts \(parts) ns")
            }
        },
    ]

    private static let crowds: [ConformancePromise] = [
        promise("A hundred units of work at a time keep their spans apart", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<100 {
                        group.addTask {
                            try await watch.tracer.withSpan("request \(number)") { _ in
                                try await stack.perform { context in
                                    _ = try context.existing(Book.self, number % 10 + 1)
                                    _ = try context.fetch(Tag.all)
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                try expectOneTreeEach(watch)
                try watch.verify(ExpectedReport("perform", times: 100))
                try watch.verify(ExpectedReport("find", of: "Book", times: 100, rows: 1))
                try watch.verify(ExpectedReport("fetch", of: "Tag", times: 100, rows: 4))
            }
        },
        promise("Saves of many tasks are each reported once", .united) { bench in
            try await bench.watched { stack, watch in
                watch.clear()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<40 {
                        group.addTask {
                            try await stack.perform { context in
                                try context.insert(Tag(word: "\(number)"))
                                try context.save()
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let system = bench.harness.backend.type.type.name
                try watch.verify(ExpectedReport("save", times: 40))
                try watch.verify(ExpectedReport("commit", in: "All", system: system, times: 40))
            }
        },
    ]

    /// Expects one unit of work under each request, with its own two operations.
    private static func expectOneTreeEach(_ watch: TelemetryWatch) throws {
        let spans = watch.spans
        let children = Dictionary(grouping: spans) { "\($0.trace) \($0.parent ?? "")" }
        for request in spans where request.name.hasPrefix("request ") {
            let works = children["\(request.trace) \(request.id)"] ?? []
            try expectEqual(works.map(\.name), ["perform"], "spans below \(request.name)")
            let parts = works.flatMap { children["\($0.trace) \($0.id)"] ?? [] }
            try expectEqual(
                parts.map(\.name), ["find Book", "fetch Tag"],
                "spans below the unit of work of \(request.name)")
        }
        try expectEqual(spans.count, 400, "spans")
    }
}
