import Granary

/// A suspended stack keeps new work waiting until it is resumed.
enum SuspensionPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    /// The options of a unit of work that saves nothing.
    private static var reading: ContextOptions {
        var options = ContextOptions()
        options.saves = .refuse
        return options
    }

    static let promises: [ConformancePromise] = [
        promise("Work that comes while a stack is suspended waits, and is done when it is resumed") { bench in
            let stack = bench.stack
            try await stack.suspend()
            try expect(stack.status.phase == .suspended && stack.isStarted && !stack.isReady, "the status")
            let work = Task { try await bench.saveTag("t", in: stack) }
            for _ in 0..<50 { await Task.yield() }
            stack.resume()
            try await work.value
            try expectEqual(try await bench.words(in: stack), ["t"], "tags")
        },
        promise("A stack that was suspended twice is resumed twice") { bench in
            let stack = bench.stack
            try await stack.suspend()
            try await stack.suspend(lettingReadsThrough: true)
            stack.resume()
            try expect(!stack.isReady, "ready after one")
            stack.resume()
            try expect(stack.isReady, "not ready after two")
            stack.resume()
            try await bench.saveTag("t", in: stack)
        },
        promise("Suspending waits for the work that runs, which may save") { bench in
            let (stack, halt) = (bench.stack, Halt())
            defer { halt.goOn() }
            let task = await stack.beginSavingTag("running", behind: halt)
            let suspending = Task { try await stack.suspend() }
            while stack.isReady { await Task.yield() }
            halt.goOn()
            try await task.value
            try await suspending.value
            stack.resume()
            try expectEqual(try await bench.words(in: stack), ["running"], "tags")
        },
        promise("Reading can be let through: what may save waits") { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            try await stack.suspend(lettingReadsThrough: true)
            try expectEqual(try await stack.perform(reading) { try $0.count(Book.all) }, 10, "books")
            let kept = Task { try await bench.saveTag("later", in: stack) }
            try await expectErrorAsync(.suspended, "saving in a kept context") {
                // Made while reading goes on.
                let context = try stack.makeContext()
                try expectEqual(try context.count(Book.all), 10, "books in a kept context")
                try context.insert(Tag(word: "refused"))
                try context.save()
            }
            stack.resume()
            try await kept.value
            let words = try await bench.words(in: stack)
            try expect(words.contains("later") && !words.contains("refused"), "tags: \(words)")
        },
        promise(
            "A context that a program keeps is refused while the stack is suspended, and goes on afterwards"
        ) {
            bench in
            let context = try bench.stack.makeContext()
            try context.insert(Tag(word: "kept"))
            try await bench.stack.suspend()
            try expectError(.suspended, "reading") { _ = try context.count(Tag.all) }
            try expectError(.suspended, "saving") { try context.save() }
            try expectError(.suspended, "another context") { _ = try bench.stack.makeContext() }
            bench.stack.resume()
            try context.save()
            try expectEqual(try await bench.words(in: bench.stack), ["kept"], "tags")
        },
        promise("A context that a program keeps has its snapshot after a suspension", needs: .snapshots) {
            bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            try expectEqual(try context.count(Book.all), 10, "books at first")
            try await bench.perform { other in
                try other.insert(Book(id: 900, title: "later"))
                try other.save()
            }
            try await bench.stack.suspend()
            bench.stack.resume()
            try expectEqual(try context.count(Book.all), 10, "books in the same snapshot")
            try expect(try context.object(Book.self, 900) == nil, "a later book is found")
            try context.refreshAll()
            try expectEqual(try context.count(Book.all), 11, "books in the next snapshot")
        },
        promise("Work that waits because the stack is suspended can be cancelled") { bench in
            let stack = bench.stack
            try await stack.suspend()
            let work = Task { try await bench.saveTag("t", in: stack) }
            work.cancel()
            try await expectErrorAsync(.cancelled, "the work") { try await work.value }
            stack.resume()
            try expectEqual(try await bench.words(in: stack), [], "tags")
        },
        promise("Work that waits because the stack is suspended is refused when the stack closes") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            try await stack.suspend()
            let work = Task { try await bench.saveTag("t", in: stack) }
            for _ in 0..<50 { await Task.yield() }
            try await stack.close()
            try await expectErrorAsync(.closed, "the work") { try await work.value }
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
        promise(
            "Work that waits because the stack is suspended is refused when the stack stops, and so is later work"
        ) {
            bench in
            for strategy in [StandardContextStrategy.direct, .nested, .mixed] {
                let stack = try bench.anotherStack(at: "other", strategy: strategy)
                try await bench.withStack(stack) { stack in
                    try await stack.suspend()
                    let work = Task { try await stack.perform { try $0.count(Tag.all) } }
                    for _ in 0..<50 { await Task.yield() }
                    try await stack.stop()
                    try await expectErrorAsync(.closed, "the work that waits") { _ = try await work.value }
                    try await expectErrorAsync(.closed, "later work") {
                        _ = try await stack.perform { try $0.count(Tag.all) }
                    }
                    try await stack.start()
                    try expect(stack.status.phase == .suspended, "the suspension has ended with the stop")
                    stack.resume()
                    try expectEqual(try await stack.perform { try $0.count(Tag.all) }, 0, "tags")
                }
            }
        },
        promise("A stack that is not started cannot be suspended") { bench in
            try await bench.stack.stop()
            try await expectErrorAsync(.closed, "suspending") { try await bench.stack.suspend() }
            try await bench.stack.start()
            try expect(bench.stack.isReady, "not ready")
        },
        promise("A suspension that gives up leaves the stack at work") { bench in
            let halt = Halt()
            defer { halt.goOn() }
            let stack = bench.stack
            let task = await stack.beginWork(behind: halt) { _ in }
            try await expectErrorAsync(.timeout, "suspending") {
                try await stack.suspend(running: .wait(upTo: .milliseconds(5)))
            }
            try expect(stack.isReady, "not ready")
            halt.goOn()
            try await task.value
        },
        promise("A suspension that gives up takes back itself, and no other one") { bench in
            let halt = Halt()
            defer { halt.goOn() }
            let stack = bench.stack
            let context = try stack.makeContext()
            let task = await stack.beginWork(behind: halt) { _ in }
            func isReadable() -> Bool { (try? context.count(Tag.all)) != nil }
            let first = Task { try await stack.suspend(lettingReadsThrough: true) }
            while stack.isReady { await Task.yield() }
            let second = Task { try await stack.suspend() }
            while isReadable() { await Task.yield() }
            first.cancel()
            try await expectErrorAsync(.cancelled, "the first suspension") { try await first.value }
            try expect(!isReadable() && !stack.isReady, "the second one went instead")
            halt.goOn()
            try await task.value
            try await second.value
            try expect(!isReadable() && !stack.isReady, "the second one has gone")
            stack.resume()
            try expect(isReadable() && stack.isReady, "still suspended")
        },
    ]
}
