import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A write that the server does not carry out stays until somebody decides, and each decision leads both sides to one state.
enum RefusalPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A conflict has base mine and theirs") { ground in
            let (bench, id) = try await conflict(ground)
            try await bench.sendUntilRefused()
            let refusal = try await onlyRefusal(bench)
            try expect(refusal.cause == .conflict && refusal.reason == "changed by others")
            try expect(refusal.write.changes.map(\.before) == [[.text("one")]])
            try expect(refusal.write.changes.map(\.after) == [[.text("mine")]])
            try expect(refusal.theirs?["title"] == [.text("theirs")])
            try await expectAsync(try await bench.stored(id)?.title == "mine")
        },
        promise("Keeping sends the values of this side again") { ground in
            let (bench, id) = try await conflict(ground)
            try await bench.sendUntilRefused()
            try await decide(.keep, bench)
            try await expectAsync(try await bench.stored(id)?.title == "mine")
            try expect(bench.remote(id)?.title == "mine")
            try expect(Set(bench.server.arrived.map(\.id)).count == 3)
        },
        promise("Taking the remote side gives the write up") { ground in
            let (bench, id) = try await conflict(ground)
            try await bench.change(id) { $0.likes = 4 }
            try await bench.sendUntilRefused()
            try await decide(.takeRemote, bench)
            let stored = try await bench.stored(id)
            // The later write of another property stays, and is sent.
            try expect(stored?.title == "theirs" && stored?.likes == 4)
            try expect(bench.remote(id)?.likes == 4)
        },
        promise("Undoing takes all back that builds on the write") { ground in
            let (bench, id) = try await conflict(ground)
            try await bench.change(id) { $0.likes = 4 }
            let other = try await bench.save("other")
            try await bench.sendUntilRefused()
            try await decide(.undo, bench)
            let stored = try await bench.stored(id)
            try expect(stored?.title == "one" && stored?.likes == 0)
            try await expectAsync(try await bench.stored(other.objectID) != nil)
        },
        promise("Replacing sends other values") { ground in
            let (bench, id) = try await conflict(ground)
            try await bench.sendUntilRefused()
            let refusal = try await onlyRefusal(bench)
            try await expectThrows {
                try await bench.repositories.outbox.decide(.replace(["colour": .text("red")]), on: refusal.id)
            }
            try await decide(.replace(["title": .text("both")]), bench)
            try await expectAsync(try await bench.stored(id)?.title == "both")
            try expect(bench.remote(id)?.title == "both")
        },
        promise("A model may say which side counts") { ground in
            try await ground.apart { ground in
                let (kept, first) = try await conflict(ground, .keep)
                try await kept.sendAll()
                try expect(kept.remote(first)?.title == "mine")
                try await expectAsync(try await kept.stored(first)?.title == "mine")
            }
            try await ground.apart { ground in
                let (taken, second) = try await conflict(ground, .takeRemote)
                try await taken.sendAll()
                try expect(taken.remote(second)?.title == "theirs")
                try await expectAsync(try await taken.stored(second)?.title == "theirs")
            }
        },
        promise("Merge rules come first") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.sendAll()
            bench.server.set { state in
                state.comparesValues = true
                state.posts[post.objectID.key.objectKey]?.likes = 5
            }
            try await bench.change(post.objectID) { $0.likes += 2 }
            try await bench.sendAll()
            try await expectAsync(try await bench.stored(post.objectID)?.likes == 7)
            try expect(bench.remote(post.objectID)?.likes == 7)
        },
        promise("What only one side has changed is merged") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.sendAll()
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
            let held = try required(bench.remote(post.objectID))
            let refusals = Mutex(1)
            // As a server that compares versions of whole rows.
            bench.server.set { state in
                state.answer = { _ in
                    refusals.withLock {
                        $0 -= 1; return $0 >= 0
                    } ? .conflict(RemotePayload([held])) : nil
                }
            }
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.sendAll()
            let stored = try await bench.stored(post.objectID)
            try expect(stored?.title == "two" && stored?.likes == 5)
            try expect(bench.remote(post.objectID)?.title == "two")
        },
        promise("A server that refuses each merge is not asked without end") { ground in
            let bench = try await ground.client(try syncedSchema(conflicts: .keep))
            let post = try await bench.save("one")
            try await bench.sendAll()
            let held = try required(bench.remote(post.objectID))
            bench.server.set { $0.answer = { _ in .conflict(RemotePayload([held])) } }
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.sendUntilRefused()
            try expect(bench.server.arrived.count < 50)
        },
        promise("An object that is gone is sent again or deleted here") { ground in
            for isKept in [true, false] {
                try await ground.apart { ground in
                    let (bench, id) = try await conflict(ground)
                    bench.server.set { $0.posts[id.key.objectKey] = nil }
                    try await bench.sendUntilRefused()
                    try await expectAsync(try await onlyRefusal(bench).cause == .gone)
                    try await decide(isKept ? .keep : .takeRemote, bench)
                    try expect(bench.remote(id)?.title == (isKept ? "mine" : nil))
                    try await expectAsync(try await bench.stored(id)?.title == (isKept ? "mine" : nil))
                }
            }
        },
        promise("A refused insertion is undone with all that refers to it") { ground in
            let bench = try await ground.client()
            bench.server.set { state in
                state.answer = { $0.model == "Author" ? .refused("unknown") : nil }
            }
            let ids = try await bench.stack.perform { context in
                let author = Author("Ada")
                let post = Post("one", author: author)
                try context.insert(post)
                try context.save()
                post.title = "two"
                try context.save()
                return (author: author.objectID, post: post.objectID)
            }
            try await bench.sendUntilRefused()
            try expect(bench.server.carriedOut.isEmpty)
            try await decide(.undo, bench)
            try await expectAsync(try await bench.stored(ids.post) == nil)
            try await expectAsync(try await bench.stack.perform { try $0.count(Author.all) } == 0)
            try expect(bench.server.carriedOut.isEmpty)
        },
        promise("An undone deletion brings the whole object back") { ground in
            let bench = try await ground.client()
            let id = try await bench.stack.perform { context in
                let author = Author("Ada")
                let post = Post("one", likes: 3, note: "mine", author: author)
                post.readers.append(author)
                try context.insert(post)
                try context.save()
                return post.objectID
            }
            try await bench.sendAll()
            bench.server.set { $0.answer = { $0.kind == .delete ? .refused("needed") : nil } }
            let before = try await bench.stored(id)
            try await bench.delete(id)
            try await bench.sendUntilRefused()
            try await expectAsync(
                try await onlyRefusal(bench).write.changes.allSatisfy { $0.property != "note" })
            // It has other values, and is asked for them as soon as the object is back.
            bench.server.set { $0.isOffline = true }
            try await decide(.undo, bench)
            try await expectAsync(try await bench.stored(id) == before)
        },
        promise("A write that has left and is released takes no other over") { ground in
            var times = SyncTimes()
            times.clock = RecordingClock()
            let bench = try await ground.client(
                try syncedSchema(coalescing: true, attempts: 3), times: times)
            bench.server.set { $0.losesAnswers = true }
            let post = try await bench.save("one")
            try await bench.sendUntilRefused()
            try await bench.change(post.objectID) { $0.title = "two" }
            bench.server.set { $0.losesAnswers = false }
            try await bench.repositories.outbox.release([post.objectID])
            try await bench.sendAll()
            try expect(bench.remote(post.objectID)?.title == "two")
            try expect(bench.server.carriedOut.map(\.kind) == [.insert, .update])
        },
        promise("A reason may hold any character") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.answer = { _ in .refused("not\0 „wanted“ 🌾") } }
            _ = try await bench.save("one")
            try await bench.sendUntilRefused()
            try await expectAsync(try await onlyRefusal(bench).reason == "not „wanted“ 🌾")
        },
        promise("A handler is asked at every start until it decides") { ground in
            let asked = Mutex<[RefusedWrite]>([])
            let decision = Mutex<RefusalDecision?>(nil)
            let (bench, id) = try await conflict(ground) { write in
                asked.withLock { $0.append(write) }
                return decision.withLock { $0 }
            }
            try await bench.sending { asked.withLock { $0.count } == 1 }
            let other = try await bench.save("other")
            // The handler is asked beside the lanes.
            try await bench.sending {
                let state = try await bench.repositories.outbox.state(of: other.objectID)
                return state == .settled && asked.withLock { $0.count } >= 2
            }
            try expect(asked.withLock { $0.count } == 2)
            try await expectAsync(try await bench.repositories.outbox.counts().refused == 1)
            decision.withLock { $0 = .keep }
            let outbox = bench.repositories.outbox
            try await bench.sending { try await outbox.counts().isEmpty }
            try expect(asked.withLock { $0.count } == 3)
            try expect(bench.remote(id)?.title == "mine")
        },
        promise("A decision that can never succeed is asked for once") { ground in
            let asked = Mutexed(0)
            let bench = try await ground.client { _ in
                asked.value += 1
                return .replace(["colour": .text("red")])
            }
            bench.server.set { $0.refused = ["bad"] }
            _ = try await bench.save("bad")
            try await bench.sending {
                if asked.value < 1 { return false }
                _ = try await bench.save("good")
                return bench.server.carriedOut.count >= 3
            }
            try expect(asked.value == 1)
            try await expectAsync(try await bench.repositories.outbox.counts().refused == 1)
        },
        promise("Without a handler it is reported once") { ground in
            let (bench, _) = try await conflict(ground)
            var errors = bench.stack.errors.makeAsyncIterator()
            // In one run, since a report is made beside the lanes and does not come when the run ends before it.
            try await bench.repositories.whileSending {
                try await expectAsync(await errors.next()?.error.code == .conflict)
                // A second refusal has the sender look at both.
                bench.server.set { $0.refused = ["bad"] }
                _ = try await bench.save("bad")
                try await expectAsync(await errors.next()?.error.code == .denied)
            }
        },
    ]

    /// A post whose title both sides have changed, and the refusal of this side's write.
    private static func conflict(
        _ ground: SyncGround,
        _ conflicts: SyncedConflicts = .ask, deciding: RefusalHandler? = nil
    ) async throws -> (SyncClient, ObjectID<Post>) {
        let bench = try await ground.client(try syncedSchema(conflicts: conflicts), deciding: deciding)
        let post = try await bench.save("one")
        try await bench.sendAll()
        bench.server.set { state in
            state.comparesValues = true
            state.posts[post.objectID.key.objectKey]?.title = "theirs"
        }
        try await bench.change(post.objectID) { $0.title = "mine" }
        return (bench, post.objectID)
    }

    private static func onlyRefusal(_ bench: SyncClient) async throws -> RefusedWrite {
        let refusals = try await bench.repositories.outbox.refusals()
        try expect(refusals.count == 1)
        return try required(refusals.first)
    }

    /// Decides about the only refusal, and sends the rest.
    private static func decide(_ decision: RefusalDecision, _ bench: SyncClient) async throws {
        let refusal = try await onlyRefusal(bench)
        try await bench.repositories.outbox.decide(decision, on: refusal.id)
        try await bench.sendAll()
        try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
    }
}
