import Granary

/// Failures have stable codes, name a remedy, and leave everything usable.
enum ErrorPromises: PromiseList {
    static let category = ConformanceCategory.errors

    static var promises: [ConformancePromise] { texts + codes + aftermath }

    /// An error of the program, of a type unknown to the framework.
    private struct OwnError: Error, Equatable {
        let number: Int
    }

    /// Errors that programs meet: a violated constraint, a stale save, an invalid query, a stopped stack.
    private static func samples(_ bench: ConformanceBench) async throws -> [GranaryError] {
        try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
        let (first, second) = (try bench.stack.makeContext(), try bench.stack.makeContext())
        try second.existing(Seat.self, 1).row = 1
        try first.existing(Seat.self, 1).row = 2
        try first.save()
        let conflict = try expectError(.conflict, "a stale save") { try second.save() }
        second.rollback()
        try second.insert(Seat(id: 2, label: "A"))
        let constraint = try expectError(.constraint, "a violation") { try second.save() }
        second.rollback()
        let query = try expectError(.query, "a query") { _ = try second.fetch(Seat.all.limit(-1)) }
        second.reset()
        first.reset()
        let stack = try bench.anotherStack(at: "other")
        let closed = try expectError(.closed, "a stopped stack") { _ = try stack.makeContext() }
        return [conflict, constraint, query, closed]
    }

    private static let texts: [ConformancePromise] = [
        promise("Every error says in sentences what failed") { bench in
            for error in try await samples(bench) {
                try expect(
                    error.message.hasSuffix(".") && error.message.count > 20,
                    "the message is too short or does not end with a full stop: “\(error.message)”")
                try expect(
                    error.description.hasPrefix(error.code.rawValue),
                    "the description does not begin with the code: \(error)")
            }
        },
        promise("Only transient failures are marked retryable") { bench in
            for error in try await samples(bench) {
                try expectEqual(error.code.isRetryable, error.code == .conflict, error.code.rawValue)
            }
        },
        promise("An error of a store names the store and its type") { bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try await bench.perform { context in
                try context.insert(Seat(id: 2, label: "A"))
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(
                    error.context.storeType, bench.harness.backend.type.type.name,
                    "the store type in the error")
                try expect(error.context.store != nil, "the store is not named")
            }
        },
        promise("An error of a store that cannot be opened names the store and its type", needs: .persistent)
        { bench in
            let stack = try bench.stack(of: bench.configurations(at: "new") { $0.isReadOnly = true })
            let error = try expectError(.notFound, "starting") { try stack.start() }
            try expectEqual(
                error.context.storeType, bench.harness.backend.type.type.name, "the store type in the error")
            try expect(error.context.store != nil, "the store is not named")
        },
    ]

    private static let codes: [ConformancePromise] = [
        promise("An error of the program leaves its unit of work unchanged") { bench in
            do {
                try await bench.perform { context in
                    try context.insert(Tag(word: "t"))
                    throw OwnError(number: 7)
                }
                throw ConformanceFailure(.broken, "no error was thrown")
            } catch let error as OwnError {
                try expectEqual(error, OwnError(number: 7), "the error")
            }
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
        },
        promise("A model that the schema does not have is an error that names it") { bench in
            try await bench.perform { context in
                let error = try expectError(.schema, "counting") { _ = try context.count(CrashAccount.all) }
                try expectEqual(error.context.entity, "CrashAccount", "the entity in the error")
            }
        },
        promise("Overflow has its own code, and the context stays usable") { bench in
            try await bench.save { context in
                for id in 1...2 { try context.insert(Finding(id: id, int: .max)) }
            }
            try await bench.perform { context in
                try expectError(.overflow, "the sum") { _ = try context.sum(Finding.all) { $0.int } }
                try expectError(.overflow, "the predicate") {
                    _ = try context.fetch(Finding.where { $0.int + 1 > 0 })
                }
                try expectEqual(try context.count(Finding.all), 2, "findings")
                try context.insert(Finding(id: 3))
                try context.save()
            }
        },
        promise("Errors of queries name the store, the entity and the property", .united) { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                for id in 1...2 { try context.insert(Finding(id: id, int: .max)) }
                try checkPlaces(context, bench)
                try context.save()
            }
            try await bench.perform { try checkPlaces($0, bench) }
        },
        promise("A meaningless query has its own code, and the context stays usable") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                for query in [Book.all.limit(-1), Book.all.offset(-1)] {
                    try expectError(.query, "fetching") { _ = try context.fetch(query) }
                    try expectError(.query, "counting") { _ = try context.count(query) }
                    try expectError(.query, "streaming") { try context.stream(query) { _ in true } }
                }
                try expectEqual(try context.count(Book.all), 10, "books")
            }
        },
        promise("A conflict is retryable, and the retry succeeds") { bench in
            try await bench.save { try $0.insert(Tag(word: "t", weight: 0)) }
            let context = try bench.stack.makeContext()
            try context.existing(Tag.self, "t").weight = 1
            try await bench.save { try $0.existing(Tag.self, "t").weight = 5 }
            let error = try expectError(.conflict, "the save") { try context.save() }
            try expect(error.code.isRetryable, "a conflict is not retryable")
            try await bench.save { context in
                let tag = try context.existing(Tag.self, "t")
                tag.weight = (tag.weight ?? 0) + 1
            }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "t").weight }, 6, "weight")
        },
    ]

    /// Checks which place each kind of error of a query names.
    private static func checkPlaces(_ context: Context, _ bench: ConformanceBench) throws {
        func expectPlace(
            _ code: GranaryError.Code, _ entity: String, _ properties: [String], _ body: () throws -> Void
        ) throws {
            let what = "\(code.rawValue) of \(entity)"
            let place = try expectError(code, what, body).context
            try expectEqual(place.entity, entity, "the entity in the error \(what)")
            try expectEqual(place.properties, properties, "the properties in the error \(what)")
            try expect(place.store != nil, "the error \(what) does not name the store")
            try expectEqual(
                place.storeType, bench.harness.backend.type.type.name, "the store type in the error \(what)")
        }
        let pages = ExpressionTree.attribute(path: [], name: "pages")
        let wrong = Query<Book>(predicate: .compare(.equal, pages, .literal(.text("x"))))
        let unknown = Query<Book>(predicate: .compare(.equal, .attribute(path: [], name: "none"), pages))
        try expectPlace(.query, "Book", ["pages"]) { _ = try context.fetch(wrong) }
        try expectPlace(.query, "Book", ["pages"]) { _ = try context.count(wrong) }
        try expectPlace(.query, "Book", ["pages"]) { _ = try context.explain(wrong) }
        try expectPlace(.query, "Book", ["none"]) { _ = try context.fetch(unknown) }
        try expectPlace(.overflow, "Book", ["pages"]) {
            _ = try context.fetch(Book.where { $0.pages + .max > 0 })
        }
        try expectPlace(.overflow, "Book", ["pages", "reprints"]) {
            _ = try context.select(Book.all) { ($0.pages + $0.reprints) * .max * .max }
        }
        try expectPlace(.divisionByZero, "Book", ["pages"]) {
            _ = try context.count(Book.where { $0.pages / 0 == 1 })
        }
        // A batch is refused before that while there are unsaved changes.
        if !context.hasChanges {
            try expectPlace(.divisionByZero, "Book", ["price"]) {
                _ = try context.updateAll(Book.all) { $0.price.set(to: $0.price / 0) }
            }
        }
        try expectPlace(.overflow, "Finding", ["int"]) { _ = try context.sum(Finding.all) { $0.int } }
    }

    private static let aftermath: [ConformancePromise] = [
        promise("Failures of some units of work leave others alone") { bench in
            try await bench.save { try $0.insert(Seat(id: 0, label: "taken")) }
            let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 1...40 {
                    group.addTask {
                        do {
                            try await bench.save {
                                try $0.insert(
                                    Seat(id: number, label: number % 2 == 0 ? "taken" : "\(number)"))
                            }
                            return false
                        } catch GranaryError.Code.constraint {
                            return true
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try expectEqual(failures, 20, "failures")
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 21, "seats")
        },
        promise("Three hundred failed saves leave nothing behind") { bench in
            try await bench.save { try $0.insert(Seat(id: 0, label: "taken")) }
            for number in 1...300 {
                try await expectErrorAsync(.constraint, "the save") {
                    try await bench.save { try $0.insert(Seat(id: number, label: "taken")) }
                }
            }
            try await bench.save { try $0.insert(Seat(id: 1, label: "free")) }
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 2, "seats")
        },
        promise("A session stays usable after failed commits") { bench in
            try bench.commit("Seat") { .inserting($0, ["id": .integer(0), "label": .text("taken")]) }
            try bench.withSession(of: "Seat") { session, seat in
                for number in 1...20 {
                    try expectError(.constraint, "the commit") {
                        _ = try session.commit(
                            .inserting(seat, ["id": .integer(Int64(number)), "label": .text("taken")]))
                    }
                    try session.committed(.inserting(seat, ["id": .integer(Int64(number))]))
                }
                try expectEqual(try session.counted(FetchRequest(entity: seat)), 21, "seats")
            }
        },
    ]
}
