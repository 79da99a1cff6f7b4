import FoundationEssentials
import Granary
import Testing

@testable import GranarySync

/// What a status code means for a write, and how long pauses are.
@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    /// What becomes of a write by the status of the answer.
    private func outcome(_ status: Int, of kind: EntryKind = .update) throws -> String {
        let entry = SyncEntry(
            save: UUID(), place: 0, entity: "Post", key: ObjectKey.uuid(UUID()).entryData, kind: kind,
            values: EntryValues().written, replaced: nil, state: .sent)
        let write = try RemoteWrite(entry, ignoring: [])
        switch RemoteOutcome(status: status, of: write, retryAfter: .seconds(7)).kind {
        case .accepted: return "accepted"
        case .refused(let cause, _, _): return cause.rawValue
        case .later(let pause): return pause == .seconds(7) ? "later" : "lost"
        case .unauthorized: return "unauthorized"
        }
    }

    @Test func theStatusDecides() throws {
        for status in [200, 201, 204] { #expect(try outcome(status) == "accepted") }
        for status in [408, 425, 429, 500, 502, 503, 599, 100, 302, 0, -1, .max] {
            #expect(try outcome(status) == "later")
        }
        for status in [401, 403] { #expect(try outcome(status) == "unauthorized") }
        for status in [409, 412] { #expect(try outcome(status) == "conflict") }
        for status in [400, 405, 415, 422] { #expect(try outcome(status) == "refused") }
        for status in [404, 410] {
            #expect(try outcome(status) == "gone")
            #expect(try outcome(status, of: .delete) == "accepted")
            #expect(try outcome(status, of: .insert) == "refused")
        }
    }

    @Test func pausesAreRandomFromAHalfToTheWhole() {
        var times = SyncTimes()
        times.random = { 0 }
        #expect(times.pause(after: 3) == .seconds(2))
        times.random = { 1 }
        #expect(times.pause(after: 3) == .seconds(4))
        times.random = { .nan }
        _ = times.pause(after: .max)
    }
}
