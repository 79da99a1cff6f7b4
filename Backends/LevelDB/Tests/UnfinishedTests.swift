import Foundation
import GranaryTestSupport
import Testing

@testable import GranaryLevelDB

/// Directories of stores that are being made, while other threads remove what was abandoned.
@Suite(.timeLimit(.minutes(1))) struct UnfinishedTests {
    @Test func anEmptyDirectoryThatOthersRemoveIsMadeAgain() throws {
        let place = try TemporaryDirectory()
        let store = StoreDirectory(at: place.url.appending(path: "default.leveldb").path, store: "Default")
        // One thread makes them, three remove what is not held; each finds many between making and holding.
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<400 {
                if thread > 0 {
                    store.removeAbandoned()
                } else {
                    #expect(throws: Never.self) {
                        let made = try store.makeUnfinished()
                        try withExtendedLifetime(made.hold) { try made.directory.removeAll() }
                    }
                }
            }
        }
    }
}
