import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// A store is open once, and what reads it never outlives it.
@Suite(.timeLimit(.minutes(2))) struct HoldingTests {
    @Test func aSecondOpeningInThisProcessSaysSo() throws {
        let harness = try Harness().fill(1...1)
        let store = try harness.open()
        for body in [{ try harness.open().close() }, { try LevelDBStore.destroy(harness.configuration) }] {
            let error = failure(body)
            #expect(error?.code == .locked && error?.message.contains("this process") == true)
        }
        #expect(failure { _ = try LevelDBStore.repair(harness.configuration) }?.code == .locked)
        try store.close()
        #expect(try harness.ids() == [1])
    }

    @Test(arguments: [false, true]) func aDirectoryThatIsMovedAwayIsMissed(isReadOnly: Bool) throws {
        let harness = try Harness().fill(1...1)
        harness.configuration.isReadOnly = isReadOnly
        let store = try harness.open()
        defer { try? store.close() }
        try store.requireInPlace()
        let away = harness.parent.appending(path: "away")
        try FileManager.default.moveItem(at: harness.path, to: away)
        let removed = failure { try store.requireInPlace() }
        #expect(removed?.code == .io && removed?.context.path?.hasSuffix("/default.leveldb") == true)
        #expect(removed?.message.contains("directory was removed or moved away") == true)
        try FileManager.default.copyItem(at: away, to: harness.path)
        let replaced = failure { try store.requireInPlace() }
        #expect(replaced?.code == .io && replaced?.message.contains("Another directory") == true)
        try FileManager.default.removeItem(at: harness.path)
        try FileManager.default.moveItem(at: away, to: harness.path)
        try store.requireInPlace()
    }

    @Test func anotherProcessIsNamedAndNothingIsTouched() throws {
        let harness = try Harness().fill(1...1)
        let holder = Process()
        let (output, input) = (Pipe(), Pipe())
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = [
            "python3", "-c",
            "import fcntl, sys; f = open(sys.argv[1], 'r+'); fcntl.lockf(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()",
            harness.path.appending(path: "LOCK").path,
        ]
        (holder.standardOutput, holder.standardInput) = (output, input)
        try holder.run()
        defer { holder.waitUntilExit() }
        defer { try? input.fileHandleForWriting.close() }
        #expect(try output.fileHandleForReading.read(upToCount: 4) == Data("held".utf8))
        let before = try harness.contents()
        let error = failure { try harness.open().close() }
        #expect(error?.code == .locked)
        #expect(
            error?.message.contains("Process \(holder.processIdentifier) has") == true,
            "\(String(describing: error))")
        #expect(failure { try LevelDBStore.destroy(harness.configuration) }?.code == .locked)
        #expect(try harness.contents() == before)
    }

    @Test func aCursorThatIsHeldDoesNotKeepTheStoreOpen() throws {
        let harness = try Harness().fill(1...100)
        let store = try harness.open()
        let session = try store.makeSession()
        let cursor = try session.fetch(FetchRequest(entity: try harness.team())).cursor
        #expect(try cursor.advance())
        session.end()
        try store.close()
        // The directory can be opened again, so LevelDB has released it.
        #expect(try harness.ids().count == 100)
        #expect(try !cursor.advance())
        #expect(cursor.isNull(at: 1) && failure { _ = try cursor.text(at: 1) } != nil)
    }

    @Test func aStoreStaysOpenUntilItsLastSessionEnds() throws {
        let harness = try Harness().fill(1...3)
        let store = try harness.open()
        let session = try store.makeSession()
        try store.close()
        #expect(failure { _ = try session.fetch(FetchRequest(entity: try harness.team())) }?.code == .closed)
        #expect(failure { _ = try store.makeSession() }?.code == .closed)
        #expect(failure { try harness.open().close() }?.code == .locked)
        session.end()
        #expect(try harness.ids() == [1, 2, 3])
    }

    @Test func optionsAreUsedAndChecked() throws {
        let harness = try Harness(options: [
            "synchronous": "off", "cacheSize": "1MB", "bloomBits": "0", "compression": "none",
            "writeBufferSize": "64KiB", "blockSize": "1KiB", "openFiles": "64", "verifyChecksums": "false",
        ])
        try harness.fill(1...50, name: String(repeating: "long ", count: 500))
        #expect(try harness.ids() == Array(1...50))
        harness.configuration.options["cacheSize"] = "much"
        #expect(failure { try harness.open().close() }?.code == .configuration)
    }

    @Test func aLargeSaveIsNotLeftInTheLog() throws {
        let harness = try Harness(options: ["writeBufferSize": "64KiB"])
        let store = try harness.open()
        defer { try? store.close() }
        try harness.insert(1...5_000, into: store)
        #expect(try Data(contentsOf: harness.log()).count < 1_000)
        try harness.insert(5_001...5_001, into: store)
        #expect(try harness.ids(in: store) == Array(1...5_001))
    }

    @Test func aCleanCloseLeavesAShortLog() throws {
        let harness = try Harness(options: ["writeBufferSize": "64MiB"])
        try harness.fillAtOnce(1...30_000)
        let logs = try harness.files(".log").map { try Data(contentsOf: $0).count }
        #expect(logs.reduce(0, +) <= 1 << 20, "\(logs)")
        #expect(try harness.ids() == Array(1...30_000))
    }
}
