import Granary

/// Stacks that share have each store open once, from the first of them to the last, and no other store in common.
enum SharedStorePromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { everywhere(once) + life + together + groups + own }

    // MARK: One store

    private static let once: [ConformancePromise] = [
        promise("A store that two stacks attach at one place is open once, and both read what either saves") {
            bench in
            try await bench.sharing { here, there in
                for name in ["Tag", "Author"] { try bench.expectOneStore(of: name, here, there) }
                try await bench.saveTag("here", in: here)
                try expectEqual(try await bench.words(in: there), ["here"], "tags in the second stack")
                try await bench.saveTag("there", in: there)
                try expectEqual(
                    try await bench.words(in: here), ["here", "there"], "tags in the first stack")
                try await bench.save(in: there) { try $0.insert(Author(id: 1, name: "Ada")) }
                let names = try await here.perform { try $0.fetch(Author.all).map(\.name) }
                try expectEqual(names, ["Ada"], "authors in the first stack")
            }
        }
    ]

    private static let life: [ConformancePromise] = [
        promise("A shared store stays open when one stack leaves it, and is there for its return") { bench in
            try await bench.sharing { here, there in
                let store = try bench.store(of: "Tag", in: there)
                try await bench.saveTag("before", in: here)
                try await here.stop()
                try expect(try bench.store(of: "Tag", in: there) === store, "another store is open")
                try await bench.saveTag("meanwhile", in: there)
                try await here.start()
                try bench.expectOneStore(here, there)
                try expectEqual(try await bench.words(in: here), ["before", "meanwhile"], "tags")
            }
        },
        promise("A shared store is closed with its last stack, and opens again with what it keeps") { bench in
            let before = try await bench.sharing { here, there in
                try await bench.saveTag("kept", in: there)
                try await here.stop()
                return try bench.store(of: "Tag", in: there)
            }
            try await bench.stack.start()
            try expect(try bench.store(of: "Tag") !== before, "the store was never closed")
            let isKept = bench.harness.capabilities.contains(.persistent)
            try expectEqual(try await bench.words(in: bench.stack), isKept ? ["kept"] : [], "tags")
        },
        promise("Stacks leave a shared store in any order") { bench in
            for leaving in 0..<3 {
                let first = try bench.anotherStack(at: "many")
                let stores = try bench.configurations(at: "many")
                var stacks = [
                    first, try bench.sharer(of: first, stores), try bench.sharer(of: first, stores),
                ]
                for stack in stacks { try await stack.start() }
                try await bench.saveTag("first", in: stacks[leaving])
                try await stacks.remove(at: leaving).close()
                try await bench.saveTag("second", in: stacks[0])
                try expectEqual(try await bench.words(in: stacks[1]), ["first", "second"], "tags of two")
                try await stacks.removeFirst().close()
                try await bench.saveTag("third", in: stacks[0])
                try expectEqual(
                    try await bench.words(in: stacks[0]), ["first", "second", "third"], "tags of one")
                try await stacks[0].destroyPersistentStores()
                try await stacks[0].close()
            }
        },
        promise("A stack that leaves a store and comes back reads what was saved meanwhile", .apart) {
            bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("before", in: there)
                try await there.detachPersistentStore("Operations")
                try await expectErrorAsync(.closed, "tags of a detached store") {
                    _ = try await bench.words(in: there)
                }
                try await bench.saveTag("meanwhile", in: here)
                try await there.attachPersistentStore(for: bench.configuration("Operations"))
                try bench.expectOneStore(here, there)
                try expectEqual(try await bench.words(in: there), ["before", "meanwhile"], "tags")
            }
        },
        promise("A context that a program keeps goes on when its stack comes back to a shared store") {
            bench in
            try await bench.sharing { here, there in
                let context = try there.makeContext()
                try context.insert(Tag(word: "kept", weight: 1))
                try context.save()
                let tag = try context.existing(Tag.self, "kept")
                try await there.stop()
                try expectError(.closed, "while the stack is stopped") { _ = try context.count(Tag.all) }
                try here.weigh("kept", 2)
                try await there.start()
                try expectEqual(try context.count(Tag.all), 1, "tags")
                try expectEqual(tag.weight, 2, "the weight that was saved meanwhile")
                tag.weight = 3
                try context.save()
                try expectEqual(try here.weight("kept"), 3, "the stored weight")
            }
        },
    ]

    // MARK: Several at once

    private static let together: [ConformancePromise] = [
        promise("Stacks that start at the same time open a store once") { bench in
            try await bench.stack.stop()
            let stacks = try (0..<6).map { _ in try bench.sharer() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, stack) in stacks.enumerated() {
                    group.addTask {
                        try await stack.start()
                        try await bench.saveTag("tag \(number)", in: stack)
                    }
                }
                try await group.waitForAll()
            }
            try await bench.stack.start()
            for stack in stacks { try bench.expectOneStore(stack, bench.stack) }
            try expectEqual(try await bench.words(in: bench.stack).count, 6, "tags")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for stack in stacks { group.addTask { try await stack.close() } }
                try await group.waitForAll()
            }
            try await bench.saveTag("last", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack).count, 7, "tags at last")
        },
        promise("No save is lost while stacks come to a shared store and leave it beside each other") {
            bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    let stack = try bench.sharer()
                    group.addTask { try await comeAndGo(stack, bench, "tag \(writer)") }
                }
                group.addTask {
                    for round in 0..<12 { try await bench.saveTag("own \(round)", in: bench.stack) }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await bench.words(in: bench.stack).count, 24, "tags")
        },
        promise(
            "Stacks come and go while none keeps a store open, and each finds a whole one", needs: .persistent
        ) {
            bench in
            try await bench.stack.stop()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    let stack = try bench.sharer()
                    group.addTask { try await comeAndGo(stack, bench, "tag \(writer)") }
                }
                try await group.waitForAll()
            }
            try await bench.stack.start()
            try expectEqual(try await bench.words(in: bench.stack).count, 12, "tags")
        },
    ]

    /// Starts a stack, saves a tag and stops it, four times, and closes it.
    private static func comeAndGo(
        _ stack: PersistentStack, _ bench: ConformanceBench, _ name: String
    ) async throws {
        for round in 0..<4 {
            try await stack.start()
            try await bench.saveTag("\(name) \(round)", in: stack)
            try await stack.stop()
        }
        try await stack.close()
    }

    // MARK: Groups

    private static let groups: [ConformancePromise] = [
        promise("A stack that shares with one that shares belongs to the same group") { bench in
            try await bench.sharing { here, there in
                try await bench.withStack(try bench.sharer(of: there)) { third in
                    try bench.expectOneStore(here, there, third)
                    try await bench.saveTag("third", in: third)
                    try expectEqual(try await bench.words(in: here), ["third"], "tags")
                }
            }
        },
        promise("A stack shares with one that is stopped or closed") { bench in
            let first = try bench.anotherStack(at: "many")
            let second = try bench.sharer(of: first, bench.configurations(at: "many"))
            try await bench.withStack(second) { second in
                try await bench.saveTag("second", in: second)
                try await first.start()
                try bench.expectOneStore(first, second)
                try await first.close()
                let third = try bench.sharer(of: first, bench.configurations(at: "many"))
                try await bench.withStack(third) { third in
                    try bench.expectOneStore(second, third)
                    try expectEqual(try await bench.words(in: third), ["second"], "tags")
                }
                try await second.destroyPersistentStores()
            }
        },
        promise(
            "A stack by itself opens a store for itself, as another process would",
            needs: [.severalProcesses, .persistent]
        ) { bench in
            try await bench.withStack(try bench.anotherStack()) { outsider in
                try expect(
                    try bench.store(of: "Tag", in: outsider) !== bench.store(of: "Tag"), "it shares the store"
                )
                try await bench.saveTag("outside", in: outsider)
                try expectEqual(try await bench.words(in: bench.stack), ["outside"], "tags")
            }
        },
        promise("Each stack tells the state of its own stores") { bench in
            try await bench.sharing { here, there in
                try await here.stop()
                try expect(here.status.phase == .stopped && !here.isReady, "the first stack's phase")
                try expect(there.status.phase == .started && there.isReady, "the second stack's phase")
                let states = there.status.stores.map { "\($0.state)" }
                try expectEqual(states, ["started", "started"], "the states of the second stack's stores")
                try await here.start()
                try await there.ready()
                try await here.ready()
            }
        },
    ]

    // MARK: Stores of one stack

    private static let own: [ConformancePromise] = [
        promise("A store at a place of its own is shared with nobody", .apart) { bench in
            try await bench.sharingReference { here, there in
                try bench.expectOneStore(of: "Author", here, there)
                try expect(
                    try bench.store(of: "Tag", in: here) !== bench.store(of: "Tag", in: there),
                    "the stores of tags are one")
                try await bench.saveTag("here", in: here)
                try await bench.saveTag("there", in: there)
                try expectEqual(try await bench.words(in: here), ["here"], "tags of the first stack")
                try expectEqual(try await bench.words(in: there), ["there"], "tags of the second stack")
            }
        },
        promise("Objects of a shared store are connected with those of a stack's own store", .apart) {
            bench in
            try await bench.sharingReference { here, there in
                try await bench.save(in: here) { try $0.insert(Author(id: 1, name: "Ada")) }
                for (title, stack) in [("Here", here), ("There", there)] {
                    try await bench.save(in: stack) { context in
                        let book = Book(id: 1, title: title)
                        book.author = try context.existing(Author.self, 1)
                        try context.insert(book)
                    }
                }
                for (title, stack) in [("Here", here), ("There", there)] {
                    let titles = try await stack.perform { context in
                        try context.existing(Author.self, 1).books.map(\.title)
                    }
                    try expectEqual(titles, [title], "the author's books")
                }
            }
        },
        promise("The stores of several accounts are apart beside a shared one", .apart) { bench in
            let places = ["a", "b", "c"]
            let stacks = try places.map {
                try bench.sharer([bench.configuration("Reference"), bench.own("Operations", of: $0)])
            }
            for (place, stack) in zip(places, stacks) {
                try await stack.start()
                try await bench.saveTag(place, in: stack)
                try await bench.save(in: stack) { try $0.insert(Author(name: place)) }
            }
            for (place, stack) in zip(places, stacks) {
                try expectEqual(try await bench.words(in: stack), [place], "tags of the account")
                let names = try await stack.perform { try $0.fetch(Author.all).map(\.name) }
                try expectEqual(names, places, "authors of all")
                try await stack.close()
                try bench.harness.backend.type.destroy(bench.own("Operations", of: place))
            }
            try expectEqual(try await bench.words(in: bench.stack), [], "tags of the promise's stack")
        },
    ]
}
