import Foundation
import Granary
import GranaryLevelDB
import GranaryPostgreSQL
import GranarySQLite
import GranarySync
import Synchronization

/// The process that ends itself on the way of writes to a server, which is a file.
///
/// Its arguments are the type of the store, a directory, and where to end: a point and how often it is passed before.
@main struct SyncCrashChild {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(2) }
        let (type, directory) = (arguments[1], arguments[2])
        let trap = Trap(arguments.count >= 5 ? (arguments[3], Int(arguments[4]) ?? 0) : nil)
        let schema = try Schema("Notes", models: [Note.self, Progress.self])
            .syncing { Synced(Note.self, writes: .localAndRemote) }
        let stack = PersistentStack(
            schema, registry: try StoreRegistry(backends: [.sqlite, .leveldb, .postgresql]))
        try await stack.attachPersistentStores(for: [configuration(type, directory)])
        try await stack.start()
        var times = SyncTimes()
        // The right of a process that was killed is over when the next one looks.
        times.lease = .microseconds(1)
        let source = FileServer(path: "\(directory)/server.txt", trap: trap)
        let repositories = try await Repositories(
            stack, ["": source], nil, times, { _ in .replace(["text": .text("good")]) },
            reaching: { trap.reach($0) })
        for step in steps.indices { try await save(step, stack, trap) }
        _ = try await repositories[Note.self].fetch(Note.all, .remote)
        try await repositories.refresh()
        let sending = Task { try await repositories.run() }
        try await waitUntilDelivered(repositories.outbox)
        sending.cancel()
        try await sending.value
        let texts = try await stack.perform { try $0.fetch(Note.all).map(\.text).sorted() }
        if texts != ["first, corrected", "good", "page 1", "page 2", "second", "served", "third, twice"] {
            exit(3)
        }
        try await stack.close()
    }

    /// What is saved, each in a save of its own.
    private static let steps: [@Sendable (Context) throws -> Void] = [
        { context in
            let first = Note(text: "first")
            try context.insert(first)
            try context.insert(Note(text: "second", answers: first))
        },
        { try change("first", to: "first, corrected", in: $0) },
        { try $0.insert(Note(text: "bad")) },
        // The changes become one with the insertion, which has not left yet.
        { try $0.insert(Note(text: "third")) },
        { try change("third", to: "third, once", in: $0) },
        { try change("third, once", to: "third, twice", in: $0) },
    ]

    private static func change(_ text: String, to next: String, in context: Context) throws {
        try context.first(Note.where { $0.text == text })?.text = next
    }

    /// Does a step unless it is done, which is noted in the same save.
    private static func save(_ step: Int, _ stack: PersistentStack, _ trap: Trap) async throws {
        try await stack.perform { context in
            let progress = try context.object(Progress.self, 1) ?? Progress()
            if progress.steps > step { return }
            if progress.steps == 0 { try context.insert(progress) }
            progress.steps = step + 1
            try steps[step](context)
            trap.reach("beforeSaving")
            try context.save()
            trap.reach("afterSaving")
        }
    }

    /// Waits until nothing is left to send; ends the process when that takes too long, and with its parent.
    private static func waitUntilDelivered(_ outbox: Outbox) async throws {
        let parent = getppid()
        for _ in 0..<30_000 {
            if try await outbox.counts().isEmpty { return }
            if getppid() != parent { exit(5) }
            try await Task.sleep(for: .milliseconds(1))
        }
        exit(4)
    }

    /// The store: a file in the directory, or a schema of a server with the directory's name.
    private static func configuration(_ type: String, _ directory: String) -> StoreConfiguration {
        guard type == "postgresql" else {
            return StoreConfiguration(
                name: "Default", type: StoreType(type), location: directory,
                file: type == "sqlite" ? "notes.sqlite" : nil)
        }
        let environment = ProcessInfo.processInfo.environment
        var options = StoreOptions(["url": environment["GRANARY_TEST_POSTGRESQL"] ?? ""])
        options["schema"] = String((directory.split(separator: "/").last ?? "").suffix(63))
        return StoreConfiguration(name: "Default", type: .postgresql, options: options)
    }
}

/// A thing that refers to another one.
@Model final class Note {
    var id: UUID
    var text: String
    @Relationship var answers: Note?

    init(text: String, answers: Note? = nil) {
        self.text = text
        self.answers = answers
    }
}

/// How many steps are saved; it is not synced.
@Model final class Progress {
    @Attribute(.primaryKey) var number: Int
    var steps: Int

    init() { (number, steps) = (1, 0) }
}

/// Ends the process at a point.
final class Trap: Sendable {
    private let state: Mutex<(point: String, passes: Int)?>

    init(_ place: (point: String, passes: Int)?) { state = Mutex(place) }

    func reach(_ point: SyncPoint) { reach(point.rawValue) }

    func reach(_ point: String) {
        let isOver = state.withLock { state in
            guard let place = state, place.point == point else { return false }
            state?.passes -= 1
            return place.passes == 0
        }
        guard isOver else { return }
        kill(getpid(), SIGKILL)
        // The signal may be delivered to another thread first.
        while true { sched_yield() }
    }
}

/// A server whose database is a text file: a line for each write that it has carried out.
struct FileServer: RemoteSource {
    let path: String
    let trap: Trap

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { payload("served", 0) }

    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        let page = (checkpoint?.first ?? 0) + 1
        if page > 2 { return RemoteChanges(RemotePayload(), checkpoint: Data([2])) }
        return RemoteChanges(payload("page \(page)", page), checkpoint: Data([page]), hasMore: page < 2)
    }

    private func payload(_ text: String, _ number: UInt8) -> RemotePayload {
        let note = Note(text: text)
        note.id = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, number))
        return RemotePayload([note.snapshot])
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        var text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var outcomes: [RemoteOutcome] = []
        for write in batch.writes {
            guard case .text(let content)? = write.values["text"] else { throw CocoaError(.fileReadUnknown) }
            if content == "bad" {
                outcomes.append(.refused("It is bad."))
                continue
            }
            outcomes.append(.accepted)
            if text.contains(write.id.uuidString) { continue }
            text += "\(write.id.uuidString) \(write.kind.rawValue) \(content)\n"
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        trap.reach(.beforeAnswer)
        return outcomes
    }
}
