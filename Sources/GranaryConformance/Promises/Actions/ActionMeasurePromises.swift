import Granary

/// An action reports how long it waited and ran, and its requests to the stores.
enum ActionMeasurePromises: PromiseList {
    static let category = ConformanceCategory.actions

    static var promises: [ConformancePromise] { times + everywhere(counts, in: [.united, .apart]) }

    private static let times: [ConformancePromise] = [
        promise("An action tells by the stack's clock how long it waited and ran") { bench in
            let clock = RecordingClock()
            try await bench.withOtherStack(clock: clock) { stack in
                stack.actions.suspend()
                let action = stack.run(.general) { _, _ in clock.advance(by: .seconds(2)) }
                clock.advance(by: .seconds(5))
                try expectEqual(action.statistics.waitingTime, .seconds(5), "the time while it waits")
                stack.actions.resume()
                try await action.result()
                clock.advance(by: .seconds(9))
                try expectEqual(action.statistics.waitingTime, .seconds(5), "the waiting time")
                try expectEqual(action.statistics.runningTime, .seconds(2), "the running time")
            }
        },
        promise("An action that never began has waited and not run") { bench in
            let clock = RecordingClock()
            try await bench.withOtherStack(clock: clock) { stack in
                stack.actions.suspend()
                let action = stack.run(.general) { _, _ in }
                clock.advance(by: .seconds(3))
                action.cancel()
                clock.advance(by: .seconds(4))
                try expectEqual(action.statistics.waitingTime, .seconds(3), "the waiting time")
                try expectEqual(action.statistics.runningTime, .zero, "the running time")
                stack.actions.resume()
            }
        },
        promise("Reading and saving are measured apart, each operation once") { bench in
            // Every read of the clock takes a second, and an operation reads it twice.
            try await bench.withOtherStack(clock: RecordingClock(step: .seconds(1))) { stack in
                try await stack.perform { context in
                    try Library.insert(in: context)
                    try context.save()
                }
                let action = stack.run(.general) { _, context in
                    let books = try context.fetch(Book.all)
                    _ = try context.count(Tag.all)
                    _ = books.first { $0.author != nil }?.author?.name
                    try context.stream(Tag.all) { _ in true }
                    for book in books { book.pages = 1 }
                    try context.save()
                    _ = try context.deleteAll(Loan.all)
                }
                try await action.result()
                let work = action.statistics.work
                try expect(
                    work.fetchingTime >= .seconds(4) && work.fetchingTime < .seconds(20),
                    "the time to read: \(work.fetchingTime)")
                try expectEqual(work.savingTime, .seconds(2), "the time to save")
            }
        },
        promise("What a program does with the objects of a stream is not measured as reading") { bench in
            let clock = RecordingClock()
            try await bench.withOtherStack(clock: clock) { stack in
                try await stack.perform { context in
                    for word in ["a", "b", "c"] { try context.insert(Tag(word: word)) }
                    try context.save()
                }
                let action = stack.run(.general) { _, context in
                    try context.stream(Tag.all) { _ in
                        clock.advance(by: .seconds(1))
                        return true
                    }
                }
                try await action.result()
                try expectEqual(action.statistics.work.fetchingTime, .zero, "the time to read")
                try expectEqual(action.statistics.runningTime, .seconds(3), "the time to run")
            }
        },
        promise("A context measures time only if its options say so") { bench in
            try await bench.withOtherStack(clock: RecordingClock(step: .seconds(1))) { stack in
                @Sendable func times(_ options: ContextOptions) async throws -> [Duration] {
                    try await stack.perform(options) { context in
                        try context.insert(Stamp(text: "t"))
                        try context.save()
                        _ = try context.count(Stamp.all)
                        return [context.statistics.fetchingTime, context.statistics.savingTime]
                    }
                }
                try expectEqual(
                    try await times(ContextOptions()), [.zero, .zero], "times without the option")
                var options = ContextOptions()
                options.measuresTime = true
                try expectEqual(
                    try await times(options), [.seconds(1), .seconds(1)], "times with the option")
            }
        },
    ]

    private static let counts: [ConformancePromise] = [
        promise("An action counts the rows it fetched, inserted, updated and deleted, and its requests") {
            bench in
            try await bench.saveLibrary()
            let action = bench.stack.run(.general) { _, context in
                let tags = try context.fetch(Tag.all)
                try expectEqual(context.statistics.rowsFetched, tags.count, "rows fetched at first")
                let author = try context.existing(Author.self, 1)
                (tags[0].weight, author.rank) = (500, 500)
                try context.insert(Tag(word: "new"))
                try context.insert(Author(id: 900, name: "New"))
                try context.delete(try context.existing(Tag.self, "unused"))
                try context.save()
                return context.statistics
            }
            let counted = try await action.result()
            let work = action.statistics.work
            try expectEqual(work, counted, "what the context has counted")
            try expectEqual(
                [work.rowsInserted, work.rowsUpdated, work.rowsDeleted], [2, 2, 1], "rows written")
            try expect(work.storeRequests >= 3, "\(work.storeRequests) requests")
        },
        promise("A context counts what its saves and batches have written, and nothing that was refused") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let tags = try context.count(Tag.all)
                let updated = try context.updateAll(Tag.all) { $0.weight.set(to: 1) }
                try expectEqual([updated, context.statistics.rowsUpdated], [tags, tags], "rows updated")
                let deleted = try context.deleteAll(Loan.all)
                try expectEqual(context.statistics.rowsDeleted, deleted, "rows deleted")
                try context.insert(Seat(id: 1, label: "same"))
                try context.save()
                let seat = Seat(id: 2, label: "same")
                try context.insert(seat)
                try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(context.statistics.rowsInserted, 1, "rows inserted before the correction")
                seat.label = "another"
                try context.save()
                try expectEqual(context.statistics.rowsInserted, 2, "rows inserted")
            }
        },
    ]
}
