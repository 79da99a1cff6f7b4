import Granary
import Synchronization

/// A reader of a live query that a program has started, and its results so far.
final class LiveReading: Sendable {
    /// How a program reads a live query.
    enum Pace: String, Sendable, CaseIterable {
        /// All the time, concurrently with the program.
        case eager
        /// Only when the program is idle.
        case lazy
        /// All the time, and each save separately.
        case every
        /// Each save separately, and only when the program is idle and many saves wait.
        case trailing

        /// Whether each save is requested separately.
        var isEach: Bool { self == .every || self == .trailing }
        /// Whether it reads only when the program is idle.
        var rests: Bool { self == .lazy || self == .trailing }
        var delivery: LiveDelivery { isEach ? .every(buffer: 1_000) : .latest }
    }

    /// One result.
    struct Entry: Sendable {
        var rows: [[Value]]
        /// Whether it may combine saves although each was asked for.
        var combines = false
    }

    private struct Notes {
        var entries: [Entry] = []
        var fault: String?
        var isOver = false
        /// How many results a reader that rests may still read.
        var permits = 1
        var version = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    let pace: Pace
    /// Whether the program closes stores under the reader, which reads on when they are open again.
    private let outlivesStores: Bool
    private let notes: Mutex<Notes> = Mutex(Notes())

    init(_ pace: Pace, outlivesStores: Bool = false) {
        self.pace = pace
        self.outlivesStores = outlivesStores
    }

    private func change(_ body: (inout Notes) -> Void) {
        let waiting = notes.withLock { notes in
            body(&notes)
            notes.version += 1
            defer { notes.waiting = [:] }
            return notes.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the next change after a version.
    private nonisolated(nonsending) func wait(after version: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = notes.withLock { notes in
                if notes.version != version { return true }
                notes.waiting[notes.waiting.count] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    // MARK: The reader

    /// Waits until the reader may read on; false once the program is over.
    nonisolated(nonsending) func mayRead() async -> Bool {
        while true {
            let (isOver, mayRead, version) = notes.withLock { notes in
                if notes.isOver || !pace.rests { return (notes.isOver, true, 0) }
                let mayRead = notes.permits > 0
                if mayRead { notes.permits -= 1 }
                return (false, mayRead, notes.version)
            }
            if isOver || mayRead { return !isOver }
            await wait(after: version)
        }
    }

    /// Waits for the next result; while the store is closed, until the program reports that one is open; `nil` once the
    /// program is over.
    nonisolated(nonsending) func next<R>(_ body: () async throws -> R?) async throws -> R? {
        while true {
            let version = notes.withLock { $0.version }
            do {
                return try await body()
            } catch GranaryError.Code.closed where outlivesStores {
                if notes.withLock({ $0.isOver }) { return nil }
                await wait(after: version)
            }
        }
    }

    /// Notes a result.
    func note(_ rows: [[Value]], combines: Bool = false) {
        change { $0.entries.append(Entry(rows: rows, combines: combines)) }
    }

    /// Records a result that no reader may get.
    func note(fault: String) { change { $0.fault = $0.fault ?? fault } }

    // MARK: The program

    /// The results from a position on, and a fault of theirs that shows without comparison.
    func entries(from position: Int) -> (entries: ArraySlice<Entry>, fault: String?) {
        notes.withLock { ($0.entries[position...], $0.fault) }
    }

    /// Lets an idle reader read one more result, and waits until there are more than some results or a fault; gives up
    /// after a while.
    nonisolated(nonsending) func wait(forMoreThan count: Int, patience: Duration) async -> Bool {
        let isLate = LateFlag()
        change { $0.permits = 1 }
        let timer = Task {
            try? await Task.sleep(for: patience)
            if Task.isCancelled { return }
            isLate.set()
            change { _ in }
        }
        defer { timer.cancel() }
        while true {
            let (isDone, version) = notes.withLock { notes in
                (notes.entries.count > count || notes.fault != nil, notes.version)
            }
            if isDone { return true }
            if isLate.isSet { return false }
            await wait(after: version)
        }
    }

    /// Lets a reader read on whose store was closed.
    func noteOpened() { change { _ in } }

    /// Ends the reader, unless it waits for a save.
    func end() { change { $0.isOver = true } }
}

/// Whether a time is over.
private final class LateFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
