internal import GranaryStore
internal import Synchronization

/// Distinguishes the saves of others from the store's own, while the store is watched.
///
/// Each save takes the next number of the file, under the file's lock. So the saves since the last check are those
/// between two numbers, and those that this store did not make are others'. Writes without a save of Granary are not
/// noticed.
final class StoreWatching: Sendable {
    private struct State {
        var watch: FileWatch?
        var isStopped = false
    }

    /// The numbers that this store has taken and that no look has passed yet; `nil` while it is not watched.
    private let own: Mutex<Set<Int64>?> = Mutex(nil)
    private let state: Mutex<State> = Mutex(State())
    private let thread = WorkerPool(size: 1, name: "granary-watch")

    // MARK: The store's own saves

    /// Notes that a save of this store has taken a number, before it is committed.
    func begin(_ version: Int64) { own.withLock { _ = $0?.insert(version) } }

    /// Notes that a save gives its number up, before it is rolled back.
    func abandon(_ version: Int64) { own.withLock { _ = $0?.remove(version) } }

    /// Whether others have saved between two looks; the second one found the given number.
    private func othersHaveSaved(after last: Int64, upTo version: Int64) -> Bool {
        own.withLock { own in
            let passed = own?.filter { $0 <= version } ?? []
            own?.subtract(passed)
            let (saves, overflow) = version.subtractingReportingOverflow(last)
            // A smaller number than before is that of another file in its place.
            return overflow || saves < 0 || passed.count(where: { $0 > last }) < saves
        }
    }

    // MARK: Watching

    /// Watches the file on a separate thread.
    func start(_ file: StorePath, _ looking: StoreLook, _ place: StorePlace, _ watcher: any StoreWatcher)
        throws
    {
        let watch = try FileWatch(file, place: place)
        let isStopped = state.withLock { state in
            if !state.isStopped { state.watch = watch }
            return state.isStopped
        }
        if isStopped { return looking.close() }
        // Before the first look, so that a save between them counts as the store's own.
        own.withLock { $0 = [] }
        do {
            let first = try looking.version()
            try thread.submit { [self] in
                look(looking, watch, since: first, watcher)
                looking.close()
                own.withLock { $0 = nil }
            }
        } catch {
            own.withLock { $0 = nil }
            looking.close()
            throw error
        }
    }

    /// After how many milliseconds, one after the other, to look again once the files have changed.
    ///
    /// SQLite writes its log, brings it to the device, and only then changes the index by which readers find the
    /// commit; the index is mapped into memory, whose changes the kernel does not report.
    private static let pauses: ArraySlice<Int32> = [1, 4, 20, 100, 500, 5_000]

    /// Checks the number of the last save whenever the files have changed, until the watch is stopped.
    private func look(
        _ looking: StoreLook, _ watch: FileWatch, since first: Int64?, _ watcher: any StoreWatcher
    ) {
        var last = first
        var failure: GranaryError.Code?
        var pauses: ArraySlice<Int32> = []
        while true {
            switch watch.wait(milliseconds: pauses.first) {
            case .stopped: return
            case .failed(let error): return watcher.watchingFailed(error)
            case .changed: pauses = Self.pauses
            case .quiet: _ = pauses.popFirst()
            }
            do {
                guard let version = try looking.version(), failure != nil || version != last else { continue }
                let isForeign = othersHaveSaved(after: last ?? version, upTo: version)
                last = version
                // After a failure in any case: until then nobody relies on notifications.
                if isForeign || failure != nil { watcher.othersHaveSaved(in: nil) }
                failure = nil
            } catch {
                // Not each time: a file that is gone may be so for ever.
                if failure != error.code { watcher.watchingFailed(error) }
                failure = error.code
                pauses = [5_000]
            }
        }
    }

    /// Ends the watching; nothing is reported after that.
    func stop() {
        let watch = state.withLock { state in
            state.isStopped = true
            return state.watch
        }
        watch?.stop()
        thread.shutdown()
    }
}
