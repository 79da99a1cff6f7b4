import Granary

/// A connection that is lost leads to a typed error at most, and never leaves the outcome of a save unknown.
///
/// They apply to backends whose harness has a ``ConformanceNetwork``.
enum LostConnectionPromises: PromiseList {
    static let category = ConformanceCategory.connections

    static var promises: [ConformancePromise] { work + commits + opening + listening + asking }

    /// A promise about a stack whose stores are reached through a proxy.
    private static func cut(
        _ name: String, needs: Capabilities = [],
        _ body: @escaping @Sendable (ConformanceBench, PersistentStack, ConnectionProxy) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs) { bench in
            try await bench.withProxy { proxy, configurations in
                let stack = try bench.stack(of: configurations)
                try await bench.withStack(stack) { try await body(bench, $0, proxy) }
            }
        }
    }

    private static let work: [ConformancePromise] = [
        cut("A connection lost between units of work is replaced") { bench, stack, proxy in
            for (number, word) in ["one", "two", "three"].enumerated() {
                try await bench.saveTag(word, in: stack)
                proxy.cut()
                try expectEqual(try await bench.words(in: stack).count, number + 1, "the tags after a cut")
                proxy.cut()
            }
        },
        cut("A connection lost in a snapshot is a typed error, and the next unit of work reads on") {
            bench, stack, proxy in
            try await bench.saveTag("one", in: stack)
            let code = try await stack.perform { context in
                try expectEqual(try context.count(Tag.all), 1, "the tags before the cut")
                proxy.cut()
                return failure { _ = try context.fetch(Tag.all) }?.code
            }
            // The rows that the first look has fixed can still be there, if the backend has read all of them.
            try expect(
                code == nil || code == .unavailable || code == .conflict,
                "reading after a cut: \(code?.rawValue ?? "")")
            try expectEqual(try await bench.words(in: stack), ["one"], "the tags afterwards")
        },
        cut("A stream whose connection is lost ends with an error, and not early") { bench, stack, proxy in
            let count = 5_000
            try await bench.perform { context in
                for number in 0..<count { try context.insert(Tag(word: "tag \(number)")) }
                try context.save()
            }
            let seen = try await stack.perform { context -> Int? in
                var seen = 0
                let error = failure {
                    try context.stream(Tag.all) { _ in
                        seen += 1
                        if seen == 1 { proxy.cut() }
                        return true
                    }
                }
                try expect(
                    error == nil || error?.code == .unavailable, "the error: \(error?.code.rawValue ?? "")")
                return error == nil ? seen : nil
            }
            try expect(
                seen == nil || seen == count, "a stream ended without an error after \(seen ?? 0) rows")
        },
    ]

    private static let commits: [ConformancePromise] = [
        cut("A save cut off before it begins is done wholly or not at all, and says which") {
            bench, stack, proxy in
            for word in ["one", "two", "three", "four"] {
                let before = try await bench.words(in: stack)
                let error = try await stack.perform { context in
                    _ = try context.count(Seat.all)
                    try context.insert(Tag(word: word))
                    try context.insert(Tag(word: "\(word), too"))
                    proxy.cut()
                    return failure { try context.save() }
                }
                try expect(
                    error == nil || error?.code == .unavailable || error?.code == .conflict,
                    "the error: \(error?.code.rawValue ?? "")")
                let added = try await bench.words(in: stack).count - before.count
                try expectEqual(added, error == nil ? 2 : 0, "tags added")
            }
        },
        cut("A commit whose answer is lost is found to be done", needs: .staging) { bench, stack, proxy in
            try await staged("one", in: stack) { session in
                proxy.arm(.loseAnswer)
                try session.finishStaged()
            }
            try expectEqual(try await bench.words(in: stack), ["one"], "the tags")
            try await bench.saveTag("two", in: stack)
            try expectEqual(try await bench.words(in: stack).sorted(), ["one", "two"], "the tags afterwards")
        },
        cut("A commit that never arrives is found not to be done, and stays so", needs: .staging) {
            bench, stack, proxy in
            try await staged("one", in: stack) { session in
                proxy.arm(.loseRequest)
                try expectError(.unavailable, "the commit") { try session.finishStaged() }
            }
            try expectEqual(try await bench.words(in: stack), [], "the tags")
            // The keys and values of the lost commit are free again, so another may take them.
            try await bench.saveTag("one", in: stack)
            try expectEqual(try await bench.words(in: stack), ["one"], "the tags afterwards")
        },
        cut("Among many cuts no save is lost, and none is done twice") { bench, stack, proxy in
            var done: Set<String> = []
            for number in 0..<40 {
                let word = "tag \(number)"
                if number % 3 == 0 { proxy.cut() }
                do {
                    try await stack.perform { context in
                        try context.insert(Tag(word: word))
                        if number % 4 == 0 { proxy.cut() }
                        try context.save()
                        if number % 5 == 0 { proxy.cut() }
                    }
                    done.insert(word)
                } catch let error as GranaryError where error.code == .unavailable || error.code == .conflict
                {
                    continue
                }
            }
            try expectEqual(try await bench.words(in: stack).sorted(), done.sorted(), "the tags")
        },
    ]

    private static let opening: [ConformancePromise] = [
        promise("A stack whose server cannot be reached does not start, and says so") { bench in
            try await bench.withProxy { proxy, configurations in
                let stack = try bench.stack(of: configurations)
                proxy.stop()
                try await expectErrorAsync(.unavailable, "starting") { try await stack.start() }
                try? await stack.close()
            }
            try await bench.saveTag("one", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack), ["one"], "the tags")
        }
    ]

    private static let listening: [ConformancePromise] = [
        promise(
            "What others save while the connection that hears of it is lost is told later",
            needs: .foreignSaves
        ) {
            bench in
            let following = try bench.configurations { $0.followsOthers = true }
            try await bench.withStack(try bench.stack(of: following)) { there in
                try await bench.withProxy { proxy, configurations in
                    let stack = try bench.stack(
                        of: configurations.map { configuration in
                            var configuration = configuration
                            configuration.followsOthers = true
                            return configuration
                        })
                    try await bench.withStack(stack) { here in
                        var errors = here.errors.makeAsyncIterator()
                        var changes = here.changes(of: Tag.self).makeAsyncIterator()
                        proxy.cut()
                        try await bench.saveTag("meanwhile", in: there)
                        var words: [String] = []
                        while !words.contains("meanwhile") {
                            let change = try await changes.next()
                            try expect(change?.isWhole == true, "the save is told as an own one")
                            words = try await bench.words(in: here)
                        }
                        guard bench.harness.network?.carriesNotices == true else { return }
                        let told = try unwrap(await errors.next(), "the error")
                        try expect(told.work == .watching && told.error.code == .unavailable, "told: \(told)")
                        let message = told.error.message
                        try expect(
                            message.contains("connection") && !message.contains("meanwhile"),
                            "the message: \(message)")
                    }
                }
            }
        }
    ]

    private static let asking: [ConformancePromise] = [
        cut("The health of a stack tells that a store cannot be reached, and so does the status until it can")
        {
            bench, stack, proxy in
            try await bench.saveTag("one", in: stack)
            let well = await stack.health(within: .seconds(60))
            try expect(well.isHealthy, "at first: \(well)")
            proxy.refuse()
            proxy.cut()
            let ill = await stack.health(within: .seconds(60))
            try expect(
                !ill.isHealthy && ill.stores.allSatisfy { $0.error?.code == .unavailable },
                "while it is gone: \(ill)")
            let lost = stack.status
            try expect(lost.phase == .started && !lost.isReady, "the status of a lost store: \(lost)")
            proxy.refuse(false)
            try await stack.ready()
            let again = await stack.health(within: .seconds(60))
            try expect(again.isHealthy && stack.isReady, "afterwards: \(again)")
        },
        cut("A stack whose use fails because its server has gone looks for it, and is ready when it is back")
        {
            bench, stack, proxy in
            try await bench.saveTag("one", in: stack)
            proxy.refuse()
            proxy.cut()
            try await expectErrorAsync(.unavailable, "a use") { _ = try await bench.words(in: stack) }
            for await status in stack.statuses where !status.isReady {
                let states = status.stores.map { "\($0.state)" }
                try expect(
                    states.contains { $0.hasPrefix("unreachable: unavailable") }, "the states: \(states)")
                break
            }
            proxy.refuse(false)
            try await stack.ready()
            try expectEqual(stack.status.stores.map { "\($0.state)" }, ["started", "started"], "afterwards")
            try expectEqual(try await bench.words(in: stack), ["one"], "the tags")
        },
    ]

    /// Stages a tag in a separate session, and passes the session to a closure.
    private static func staged(
        _ word: String, in stack: PersistentStack, _ body: (any StagingSession) throws -> Void
    ) async throws {
        let coordinator = try stack.coordinator()
        let entity = try unwrap(stack.schema.entity("Tag"), "the entity")
        let store = coordinator.members[try coordinator.storeIndex(of: entity)].store
        let session = try unwrap(try store.makeSession() as? any StagingSession, "a session that stages")
        defer { session.end() }
        let result = try session.stage(.inserting(entity, ["word": .text(word)]))
        try expectEqual(result.conflicts, [], "conflicts")
        try body(session)
    }

    /// The error that a closure throws, if it does.
    private static func failure(_ body: () throws -> Void) -> GranaryError? {
        do {
            try body()
            return nil
        } catch {
            return error as? GranaryError ?? GranaryError(.engine, "An error of another type.", cause: error)
        }
    }
}

extension ConformanceBench {
    /// Runs a closure with a proxy before the server, and the configurations that lead through it.
    func withProxy(
        _ body: (_ proxy: ConnectionProxy, _ configurations: [StoreConfiguration]) async throws -> Void
    ) async throws {
        let network = try unwrap(harness.network, "a network of the harness")
        let proxy = try ConnectionProxy(to: network.port, host: network.host)
        defer { proxy.stop() }
        try await body(proxy, try configurations().map { network.through($0, proxy.port) })
    }
}
