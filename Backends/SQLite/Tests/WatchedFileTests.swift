import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// What the watcher of a file learns when the file is removed and put back.
@Suite(.timeLimit(.minutes(1))) struct WatchedFileTests {
    @Test func aDirectoryThatIsMovedAwayIsToldOnce() async throws {
        var harness = try Harness()
        harness.configuration.followsOthers = true
        let store = try harness.open()
        defer { try? store.close() }
        let (events, continuation) = AsyncStream.makeStream(of: GranaryError.Code?.self)
        try #require(store as? any WatchedStore).watch(Watcher(continuation: continuation))
        var told = events.makeAsyncIterator()
        let (place, away) = (harness.directory.path, harness.directory.path + ".away")
        try FileManager.default.moveItem(atPath: place, toPath: away)
        #expect(await told.next() == .io)
        // It looks again because of the name, and finds the same.
        try Data().write(to: URL(filePath: away + "/default.sqlite-x"))
        try FileManager.default.moveItem(atPath: away, toPath: place)
        try Outsider(harness.path).run("INSERT INTO Team (id, name, granary_version) VALUES (1, 'red', 1)")
        #expect(await told.next() == .some(nil))
    }
}

/// Notes the code of each failure, and `nil` for saves of others.
private struct Watcher: StoreWatcher {
    let continuation: AsyncStream<GranaryError.Code?>.Continuation

    func othersHaveSaved(in tables: Set<String>?) { continuation.yield(nil) }

    func watchingFailed(_ error: GranaryError) { continuation.yield(error.code) }
}
