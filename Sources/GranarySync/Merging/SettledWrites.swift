import FoundationEssentials
import Granary
import Synchronization

/// The writes that were settled while requests were under way, whose answers may not know them.
///
/// It counts settlings and requests by one number, so that no clock decides. Nothing is kept once the last request
/// that left before a settling has come back.
final class SettledWrites: Sendable {
    /// An object of a model.
    struct Place: Hashable, Sendable {
        let entity: String
        let key: Data
    }

    /// What the writes of one object were about.
    enum Part: Sendable {
        /// Some properties, by their names.
        case properties(Set<String>)
        /// The object as a whole, which was inserted or deleted.
        case whole
    }

    private struct Settled {
        let moment: Int
        let place: Place
        let part: Part
    }

    private struct State {
        var moment = 0
        var requests: [Int: Int] = [:]
        var settled: [Settled] = []
    }

    private let state = Mutex(State())

    /// Notes that a request leaves; returns its number.
    func beginRequest() -> Int {
        state.withLock { state in
            state.moment += 1
            state.requests[state.moment, default: 0] += 1
            return state.moment
        }
    }

    /// Notes that the answer to a request is stored, or that there is none.
    func endRequest(_ number: Int) {
        state.withLock { state in
            state.requests[number] = nil
            let first = state.requests.keys.min() ?? .max
            state.settled.removeAll { $0.moment < first }
        }
    }

    /// Notes that a write is about to be settled.
    func note(_ entry: SyncEntry) {
        let part: Part =
            if entry.kind == .update, let values = try? EntryValues(reading: entry.values) {
                .properties(Set(values.changes.map(\.property)))
            } else {
                .whole
            }
        let place = Place(entity: entry.entity, key: entry.key)
        state.withLock { state in
            state.moment += 1
            if state.requests.isEmpty { return }
            state.settled.append(Settled(moment: state.moment, place: place, part: part))
        }
    }

    /// What was settled since a request has left, by object.
    func settled(since request: Int) -> [Place: Part] {
        let settled = state.withLock { state in state.settled.filter { $0.moment > request } }
        var parts: [Place: Part] = [:]
        for write in settled {
            switch (parts[write.place], write.part) {
            case (.properties(let earlier), .properties(let later)):
                parts[write.place] = .properties(earlier.union(later))
            case (.whole, _): continue
            case (_, let part): parts[write.place] = part
            }
        }
        return parts
    }
}
