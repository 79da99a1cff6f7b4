import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

@Model private final class Topic {
    var id: Int
    var name: String
    @Attribute(.unique) var serverID: Int?
    var group: Int?
    var revision: Int = 0

    init(_ name: String) { self.name = name }
    init(served id: Int, _ name: String) {
        self.id = id
        self.name = name
    }
}

@Model private final class Remark {
    var id: Int
    var text: String
    @Attribute(.unique) var serverID: Int?
    @Relationship var topic: Topic?

    init(_ text: String, _ topic: Topic? = nil) {
        self.text = text
        self.topic = topic
    }
    init(served id: Int, _ text: String) {
        self.id = id
        self.text = text
    }
}

/// A model with keys of this side, and texts as the server's ids.
@Model private final class Label {
    var id: UUID
    var text: String
    @Attribute(.unique) var slug: String?

    init(_ text: String, _ slug: String? = nil) {
        self.text = text
        self.slug = slug
    }
}

/// A server that numbers its objects itself.
private final class NumberingServer: RemoteSource {
    struct State {
        var topics: [Int: String] = [:]
        var remarks: [Int: (text: String, topic: Int?)] = [:]
        var labels: [Label.Snapshot] = []
        var last = 0
        var writes: [RemoteWrite] = []
        var requests: [RemoteRequest] = []
        /// Whether it answers insertions with the rows.
        var returnsRows = true
        /// The topics that it tells to be deleted.
        var deleted: [Int] = []
        /// The only number that it gives to new topics.
        var fixed: Int?
        /// Runs once between a write and its answer.
        var beforeAnswer: (@Sendable () async throws -> Void)?
        /// Whether it serves no topics but on request.
        var hidesTopics = false

        func topic(_ id: Int) -> Topic.Snapshot { Topic(served: id, topics[id] ?? "").snapshot }
        func remark(_ id: Int) -> Remark.Snapshot {
            var remark = Remark(served: id, remarks[id]?.text ?? "").snapshot
            remark.topic = remarks[id]?.topic
            return remark
        }
    }

    let state = Mutex(State())
    let takesWholeSaves: Bool
    var mostWritesPerBatch: Int { takesWholeSaves ? 100 : 1 }

    init(wholeSaves: Bool = false) { takesWholeSaves = wholeSaves }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    var writes: [RemoteWrite] { state.withLock { $0.writes } }
    var requests: [RemoteRequest] { state.withLock { $0.requests } }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        state.withLock { state in
            state.requests.append(request)
            func has(_ id: Int) -> Bool { request.keys?.contains(.integer(Int64(id))) ?? true }
            switch request.model {
            case "Topic": return RemotePayload(state.topics.keys.sorted().filter(has).map(state.topic))
            case "Remark":
                var payload = RemotePayload(state.remarks.keys.sorted().filter(has).map(state.remark))
                if !state.hidesTopics { payload.add(state.topics.keys.sorted().map(state.topic)) }
                return payload
            default: return RemotePayload(state.labels)
            }
        }
    }

    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        state.withLock { state in
            var changes = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
            changes.delete(state.deleted.map { ObjectID<Topic>($0) })
            return changes
        }
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        let beforeAnswer = state.withLock { state in
            defer { state.beforeAnswer = nil }
            return state.beforeAnswer
        }
        try await beforeAnswer?()
        return state.withLock { state in
            batch.writes.map { write in
                state.writes.append(write)
                guard write.kind == .insert else { return .accepted }
                state.last += 1
                let id = write.model == "Topic" ? state.fixed ?? state.last : state.last
                if write.model == "Topic" {
                    if case .text(let name)? = write.values["name"] { state.topics[id] = name }
                    return state.returnsRows ? .accepted(RemotePayload([state.topic(id)])) : .accepted
                }
                if case .text(let text)? = write.values["text"] {
                    var topic: Int?
                    if case .integer(let number)? = write.values["topic"] { topic = Int(number) }
                    state.remarks[id] = (text, topic)
                }
                return state.returnsRows ? .accepted(RemotePayload([state.remark(id)])) : .accepted
            }
        }
    }
}

/// What a server calls the objects, where it has ids of its own.
enum RemoteIDPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("Served rows get keys of this side") { ground in
            let bench = try await Bench(ground)
            // Its key here may be that of another object there.
            try await bench.save(["mine"])
            bench.server.set { state in
                state.topics = [1: "one", 2: "two"]
                state.remarks = [1: ("first", 2)]
            }
            for _ in 0..<2 {
                _ = try await bench.remarks.fetch(Remark.all, .remote)
                try await expectAsync(
                    try await bench.stored() == ["mine 0", "one 1", "two 2", "first 1 two"])
            }
            try await expectAsync(try await Set(bench.topics.fetch(Topic.all, .local).map(\.id)).count == 3)
        },
        promise("Writes hold the ids of the server") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.last = 40 }
            try await bench.save(["a", "b"], "about b")
            try await bench.sendAll()
            try expect(bench.server.writes.map(\.model) == ["Topic", "Topic", "Remark"])
            try expect(bench.server.writes.first?.changes.map(\.property) == ["id", "name", "group"])
            let topics = bench.server.state.withLock { $0.topics }
            let about = try required(bench.server.writes.last?.values["topic"])
            try expect(topics.first { $0.value == "b" }.map { Value.integer(Int64($0.key)) } == about)
            let stored = try await bench.stored()
            _ = try await bench.remarks.fetch(Remark.all, .remote)
            try await expectAsync(try await bench.stored() == stored)
            try expect(stored.count == 3 && !stored.contains { $0.contains(" 0") })
        },
        promise("A whole save waits for the ids of its own objects") { ground in
            let bench = try await Bench(ground, wholeSaves: true)
            bench.server.set { $0.last = 40 }
            try await bench.save(["a", "b"], "about b")
            try await bench.sendAll()
            try expect(bench.server.writes.map(\.model) == ["Topic", "Topic", "Remark"])
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
            try await expectAsync(try await bench.stored() == ["a 41", "b 42", "about b 43 b"])
        },
        promise("Changes and deletions name the object of the server") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.topics = [7: "seven"] }
            let topic = try required(try await bench.topics.fetch(Topic.all, .remote).first)
            try await bench.stack.perform { [id = topic.objectID] context in
                try required(try context.object(id)).name = "other"
                try context.save()
            }
            try await bench.sendAll()
            try await bench.topics.delete([topic.objectID])
            try await bench.sendAll()
            try expect(bench.server.writes.map(\.kind) == [.update, .delete])
            try expect(bench.server.writes.map(\.remoteID) == [.integer(7), .integer(7)])
        },
        promise("An object that is deleted before the answer is deleted there") { ground in
            let bench = try await Bench(ground)
            let topics = bench.topics
            bench.server.set { state in
                state.last = 6
                state.beforeAnswer = {
                    try await topics.delete(topics.fetch(Topic.all, .local).map(\.objectID))
                }
            }
            try await bench.save(["short"])
            try await bench.sendAll()
            try expect(bench.server.writes.map(\.kind) == [.insert, .delete])
            try expect(bench.server.writes.last?.remoteID == .integer(7))
            try await expectAsync(try await bench.stored().isEmpty)
        },
        promise("An object that is sent first has its key at once") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.last = 30 }
            try await bench.save(["other"])
            let saved = try await bench.topics.save([Topic("a").snapshot, Topic("b").snapshot], .remote)
            try expect(saved.map(\.name) == ["a", "b"] && saved.map(\.serverID) == [31, 32])
            try expect(bench.server.writes.map(\.key) == saved.map(\.objectID.key.objectKey))
            try await expectAsync(try await bench.stored() == ["a 31", "b 32", "other 0"])
            let label = try await bench.repositories[Label.self].save(Label("text").snapshot, .remote)
            try expect(label.id != UUID.unassigned)
        },
        promise("Deletions and lists of the server have its ids") { ground in
            let bench = try await Bench(ground)
            try await bench.save(["mine"])
            bench.server.set { $0.topics = [7: "seven", 1: "one"] }
            let topics = bench.topics
            let list = try await topics.fetch(.named("all"))
            try expect(list.map(\.name) == ["one", "seven"] && list.isComplete)
            try await expectAsync(
                try await topics.fetch(.named("all"), .local).map(\.name) == ["one", "seven"])
            bench.server.set { $0.deleted = [1] }
            try await bench.repositories.refresh()
            try await expectAsync(try await bench.stored() == ["mine 0", "seven 7"])
        },
        promise("Requests hold the ids of the server") { ground in
            let bench = try await Bench(ground)
            bench.server.set { ($0.topics, $0.remarks) = ([7: "seven"], [9: ("nine", 7)]) }
            _ = try await bench.remarks.fetch(Remark.all, .remote)
            let topic = try required(try await bench.topics.fetch(Topic.all, .local).first)
            try await expectAsync(try await bench.topics.object(topic.objectID, .remote)?.name == "seven")
            try expect(bench.server.requests.last?.keys == [.integer(7)])
            try await bench.save(["new"])
            let new = try required(
                try await bench.topics.fetch(Topic.where { $0.name == "new" }, .local).first)
            let requests = bench.server.requests.count
            // The server does not know it.
            try await expectAsync(try await bench.topics.object(new.objectID, .remote)?.name == "new")
            try expect(bench.server.requests.count == requests)
            bench.server.set { $0.topics = [:] }
            try await expectAsync(
                try await bench.topics.fetch(Topic.all, .remote, extra: .replace).map(\.name) == ["new"])
            bench.server.set { $0.topics = [8: "eight"] }
            let passed = try await bench.topics.fetch(Topic.all, .remote, extra: .passThrough)
            try expect(passed.map(\.name) == ["eight"])
        },
        promise("A reference waits for the id of the server") { ground in
            let bench = try await Bench(ground)
            try await bench.save(["mine"])
            bench.server.set { ($0.remarks, $0.hidesTopics) = ([9: ("nine", 1)], true) }
            _ = try await bench.remarks.fetch(Remark.all, .remote)
            try expect(bench.server.requests.last?.keys == [.integer(1)])
            try await expectAsync(try await bench.stored() == ["mine 0", "nine 9 –"])
            bench.server.set { $0.topics = [1: "one"] }
            _ = try await bench.topics.fetch(Topic.all, .remote)
            try await expectAsync(try await bench.stored() == ["mine 0", "one 1", "nine 9 one"])
            try await expectAsync(try await bench.remarks.fetch(Remark.all, .local).isComplete)
        },
        promise("A graph takes no id of the server for a key") { ground in
            let bench = try await Bench(ground)
            // Its key is what the server calls another topic.
            try await bench.save(["mine"])
            bench.server.set { ($0.remarks, $0.hidesTopics) = ([9: ("nine", 1)], true) }
            let early = try await bench.repositories.graph(of: Remark.all, .remote, including: { $0.topic })
            try expect(early.objects(Topic.self).isEmpty && early.missing.map(\.path) == ["", "topic"])
            try expect(early.missing.last?.key == nil && early.follow(early.roots[0]) { $0.topic } == nil)
            bench.server.set { $0.topics = [1: "one"] }
            let graph = try await bench.repositories.graph(of: Remark.all, .remote, including: { $0.topic })
            try expect(graph.follow(graph.roots[0]) { $0.topic }?.name == "one" && graph.isComplete)
            try expect(bench.server.requests.last?.keys == [.integer(1)])
        },
        promise("One id of two objects is an error that names both") { ground in
            let bench = try await Bench(ground)
            bench.server.set { ($0.topics, $0.fixed) = ([5: "five"], 5) }
            _ = try await bench.topics.fetch(Topic.all, .remote)
            let five = try required(try await bench.topics.fetch(Topic.all, .local).first)
            try await bench.save(["new"])
            let reported = bench.stack.firstSendingError()
            let repositories = bench.repositories
            let run = Task { try await repositories.run() }
            let error = try required(await reported.value)
            run.cancel()
            try await run.value
            try expect(error.code == .constraint && error.context.entity == "Topic")
            let keys = [error.context.key, (error.cause as? GranaryError)?.context.key]
            try expect(
                keys.contains(five.objectID.key.objectKey) && Set(keys).count == 2 && !keys.contains(nil))
        },
        promise("A write that cannot name its target is refused") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.returnsRows = false }
            try await bench.save(["a"], "about a")
            try await bench.sendAll()
            try expect(bench.server.writes.map(\.model) == ["Topic"])
            let refusals = try await bench.repositories.outbox.refusals()
            try expect(refusals.map(\.write.model) == ["Remark"] && refusals.map(\.cause) == [.refused])
        },
        promise("Keys of this side stay where the server has others") { ground in
            let bench = try await Bench(ground)
            let first = Label("first", "one")
            bench.server.set { [first = first.snapshot] in $0.labels = [first] }
            let labels = bench.repositories[Label.self]
            let stored = try required(try await labels.fetch(Label.all, .remote).first)
            // The server knows the text alone.
            bench.server.set { $0.labels = [Label("changed", "one").snapshot] }
            let answer = try await labels.fetch(Label.all, .remote)
            try expect(answer.map(\.text) == ["changed"] && answer.map(\.id) == [stored.id])
            bench.server.set { $0.labels = [Label("nameless").snapshot] }
            try await expectThrows { _ = try await labels.fetch(Label.all, .remote) }
        },
        promise("One object with two ids is an error") { ground in
            let bench = try await Bench(ground)
            let label = Label("one", "one")
            bench.server.set { [label = label.snapshot] in $0.labels = [label] }
            let labels = bench.repositories[Label.self]
            var served = try required(try await labels.fetch(Label.all, .remote).first)
            served.slug = "two"
            bench.server.set { [served] in $0.labels = [served] }
            do {
                _ = try await labels.fetch(Label.all, .remote)
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError {
                try expect(error.code == .constraint && error.context.key == served.objectID.key.objectKey)
            }
            try await expectAsync(try await labels.fetch(Label.all, .local).map(\.slug) == ["one"])
        },
        promise("What cannot hold an id is refused") { ground in
            let schema = try Schema("Remarks", models: [Topic.self, Remark.self, Label.self])
            try expectError(.schema) { try schema.syncing { Synced(Topic.self) } }
            try expectError(.schema) { try schema.syncing { Synced(Topic.self, remoteID: { $0.group }) } }
            try expectError(.schema) { try schema.syncing { Synced(Topic.self, remoteID: { $0.name }) } }
            try expectError(.schema) { try schema.syncing { Synced(Topic.self, remoteID: { $0.id }) } }
            try expectError(.schema) { try schema.syncing { Synced(Remark.self, remoteID: { $0.topic }) } }
        },
    ]

    private struct Bench {
        let server: NumberingServer
        let stack: PersistentStack
        let repositories: Repositories
        var topics: Repository<Topic> { repositories[Topic.self] }
        var remarks: Repository<Remark> { repositories[Remark.self] }

        init(_ ground: SyncGround, wholeSaves: Bool = false) async throws {
            server = NumberingServer(wholeSaves: wholeSaves)
            let schema = try Schema("Remarks", models: [Topic.self, Remark.self, Label.self]).syncing {
                Synced(
                    Topic.self, writes: .localAndRemote, remoteID: { $0.serverID },
                    version: { $0.revision })
                Synced(Remark.self, writes: .localAndRemote, remoteID: { $0.serverID })
                Synced(Label.self, writes: .localAndRemote, remoteID: { $0.slug })
            }
            stack = try ground.stack(schema)
            repositories = try await Repositories(stack, source: server)
        }

        /// Saves new topics, and a remark about the last one.
        func save(_ names: [String], _ text: String? = nil) async throws {
            try await stack.perform { context in
                let topics = names.map { Topic($0) }
                for topic in topics { try context.insert(topic) }
                if let text { try context.insert(Remark(text, topics.last)) }
                try context.save()
            }
        }

        func sendAll() async throws {
            let outbox = repositories.outbox
            try await repositories.sending { try await outbox.counts().waiting == 0 }
        }

        /// The topics with the server's ids, and the remarks with the names of their topics.
        func stored() async throws -> [String] {
            try await stack.perform { context in
                try context.fetch(Topic.all.sorted { $0.name }).map { "\($0.name) \($0.serverID ?? 0)" }
                    + context.fetch(Remark.all.sorted { $0.text }).map {
                        "\($0.text) \($0.serverID ?? 0) \($0.topic?.name ?? "–")"
                    }
            }
        }
    }
}
