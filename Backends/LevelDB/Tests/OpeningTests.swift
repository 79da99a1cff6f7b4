import CLevelDB
import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// What bad directories get: an error with its own code and a remedy, and nothing is changed.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OpeningTests {
    /// Opening fails with a code and leaves every file as it was.
    private func expectRefusal(
        _ harness: Harness, _ code: GranaryError.Code, saying words: String, schema: Schema? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (before, names) = (try harness.contents(), try harness.names())
        let error = failure { try harness.open(schema).close() }
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(
            error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        #expect(error?.context.path == harness.path.path, sourceLocation: sourceLocation)
        #expect(try harness.contents() == before, sourceLocation: sourceLocation)
        #expect(try harness.names() == names, sourceLocation: sourceLocation)
    }

    @Test func aDirectoryWithOtherFilesIsForeign() throws {
        let harness = try Harness()
        try FileManager.default.createDirectory(at: harness.path, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: harness.path.appending(path: "notes.txt"))
        try expectRefusal(harness, .foreign, saying: "is not a store")
        #expect(failure { try LevelDBStore.destroy(harness.configuration) }?.code == .foreign)
        #expect(try harness.contents().count == 1)
    }

    @Test func nothingIsKeptWhereThereIsNoDirectory() throws {
        var configuration = try Harness().configuration
        configuration.location = "\(configuration.location ?? "")/accounts/nobody"
        #expect(try LevelDBStore.copies(of: configuration).isEmpty)
        try LevelDBStore.destroy(configuration)
    }

    @Test func aDatabaseOfAnotherProgramIsForeign() throws {
        let harness = try Harness()
        let options = leveldb_options_create()
        defer { leveldb_options_destroy(options) }
        leveldb_options_set_create_if_missing(options, 1)
        var error: UnsafeMutablePointer<CChar>?
        leveldb_close(leveldb_open(options, harness.path.path, &error))
        #expect(error == nil)
        try expectRefusal(harness, .foreign, saying: "another program")
    }

    /// As a process leaves it that is killed between the change of the store and that of its description.
    @Test(arguments: [IncompatibleStorePolicy.refuse, .migrate, .moveAside, .delete])
    func anOldProgramLeavesAStoreAloneWhoseDescriptionIsOlder(_ policy: IncompatibleStorePolicy) throws {
        let harness = try Harness().fill(1...3)
        let description = harness.path.appending(path: "GRANARY")
        let old = try Data(contentsOf: description)
        harness.configuration.onIncompatible = .migrate
        let new = try Harness.schema([
            .init("name", .text, isIndexed: true), .init("more", .text, isOptional: true),
        ])
        try harness.open(new).close()
        try old.write(to: description)
        harness.configuration.onIncompatible = policy
        let names = try harness.names()
        #expect(failure { try harness.open().close() }?.code == .newer)
        #expect(try harness.names() == names)
        harness.configuration.onIncompatible = .refuse
        let store = try harness.open(new)
        #expect(try harness.ids(in: store) == [1, 2, 3])
        try store.close()
    }

    @Test func aLockThatCannotBeAskedIsNotHeldByAnotherProcess() throws {
        let harness = try Harness().fill(1...3)
        let lock = harness.path.appending(path: "LOCK")
        try FileManager.default.removeItem(at: lock)
        try FileManager.default.createSymbolicLink(
            atPath: lock.path, withDestinationPath: harness.parent.path)
        let error = failure { try harness.open().close() }
        #expect(error?.code == .denied, "\(String(describing: error))")
    }

    @Test func anEmptyDirectoryBecomesAStore() throws {
        let harness = try Harness()
        try FileManager.default.createDirectory(at: harness.path, withIntermediateDirectories: true)
        try harness.fill(1...3)
        #expect(try harness.ids() == [1, 2, 3])
    }

    @Test(arguments: ["CURRENT", "MANIFEST-", ".log"])
    func aMissingFileIsCorruptAndNothingIsMade(_ part: String) throws {
        let harness = try Harness().fill(1...3)
        let name = try #require(try harness.contents().keys.first { $0.contains(part) })
        try FileManager.default.removeItem(at: harness.path.appending(path: name))
        try expectRefusal(harness, .corrupt, saying: "is missing")
    }

    @Test(arguments: [1, 40]) func anotherLogDoesNotReplaceTheOneThatIsMissing(openings: Int) throws {
        let harness = try Harness().fill(1...3)
        // Each opening adds to the manifest.
        for id in 0..<openings { try harness.fill(Int64(id) + 10...Int64(id) + 10) }
        let log = try harness.log()
        try FileManager.default.removeItem(at: log)
        try Data().write(to: harness.path.appending(path: "999999.log"))
        try expectRefusal(harness, .corrupt, saying: "log file is missing")
        try Data().write(to: log)
        try FileManager.default.removeItem(at: harness.path.appending(path: "999999.log"))
        // The log is there again, though empty: only what was in it is gone.
        #expect(try harness.ids().count == openings + 2)
    }

    @Test func aMissingTableIsCorrupt() throws {
        let harness = try Harness().fill(1...3)
        _ = try harness.ids()
        let table = try #require(try harness.files(".ldb").first)
        try FileManager.default.removeItem(at: table)
        let error = failure { _ = try harness.ids() }
        #expect(error?.code == .corrupt, "\(String(describing: error))")
    }

    /// What LevelDB says names the file: words of its path are not taken for what went wrong.
    @Test(arguments: [
        "lock ", "already held by process", "checksum mismatch", "does not exist", "No space left on device",
    ])
    func thePathDoesNotDecideWhatAFailureMeans(_ words: String) throws {
        let harness = try Harness(in: words).fill(1...3)
        _ = try harness.ids()
        let table = try #require(try harness.files(".ldb").first)
        try FileManager.default.removeItem(at: table)
        // A directory can be opened like a file, and fails when it is read.
        try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
        let error = failure { _ = try harness.ids() }
        #expect(error?.code == .io, "\(String(describing: error))")
    }

    @Test func aNewerFormatAndADamagedDescriptionAreRefused() throws {
        let harness = try Harness().fill(1...1)
        let description = harness.path.appending(path: "GRANARY")
        try Data("{\"format\": 9}".utf8).write(to: description)
        try expectRefusal(harness, .newer, saying: "format 9")
        try Data("{".utf8).write(to: description)
        try expectRefusal(harness, .corrupt, saying: "damaged")
    }

    @Test func aStoreWithADamagedDescriptionCanBeDestroyedOrRepaired() throws {
        for content in ["{", ""] {
            let harness = try Harness().fill(1...3)
            let description = harness.path.appending(path: "GRANARY")
            let whole = try Data(contentsOf: description)
            try Data(content.utf8).write(to: description)
            _ = try LevelDBStore.repair(harness.configuration)
            #expect(try Data(contentsOf: description) == whole)
            #expect(try harness.ids() == [1, 2, 3])
            try Data(content.utf8).write(to: description)
            try LevelDBStore.destroy(harness.configuration)
            #expect(!FileManager.default.fileExists(atPath: harness.path.path))
        }
    }

    @Test(arguments: [true, false], ["backup", "000001.ldb", "notes.txt", "zzz"])
    func nothingIsRemovedBesideWhatIsNotTheStores(isDirectory: Bool, _ name: String) throws {
        if !isDirectory, name == "000001.ldb" { return }
        let harness = try Harness().fill(1...3)
        let stranger = harness.path.appending(path: name)
        if isDirectory {
            try FileManager.default.createDirectory(at: stranger, withIntermediateDirectories: true)
        } else {
            try Data("mine".utf8).write(to: stranger)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: harness.path.path).sorted()
        #expect(failure { try LevelDBStore.destroy(harness.configuration) }?.code == .foreign)
        harness.configuration.onIncompatible = .delete
        #expect(failure { try harness.open(Harness.schema([])).close() }?.code == .foreign)
        #expect(try FileManager.default.contentsOfDirectory(atPath: harness.path.path).sorted() == names)
        try FileManager.default.removeItem(at: stranger)
        #expect(try harness.ids() == [1, 2, 3])
        try LevelDBStore.destroy(harness.configuration)
        #expect(try harness.names().isEmpty)
    }

    @Test func filesOfTwoStoresAreNotMixed() throws {
        let (one, two) = (try Harness().fill(1...1), try Harness().fill(1...1))
        let name = "GRANARY"
        try Data(contentsOf: two.path.appending(path: name)).write(to: one.path.appending(path: name))
        #expect(failure { try one.open().close() }?.code == .corrupt)
    }

    @Test func otherModelsAreIncompatibleAndTheDifferencesAreNamed() throws {
        let harness = try Harness().fill(1...1)
        let other = try Harness.schema([.init("name", .integer), .init("city", .text)])
        try expectRefusal(harness, .incompatible, saying: "“name” as text, not integer", schema: other)
        try expectRefusal(harness, .incompatible, saying: "has no column “city”", schema: other)
    }

    @Test func anIncompatibleStoreIsMovedAsideOrDeletedWhenAsked() throws {
        let harness = try Harness().fill(1...1)
        harness.configuration.onIncompatible = .moveAside
        try harness.open(Harness.schema([])).close()
        #expect(try harness.names().count == 2)
        harness.configuration.onIncompatible = .delete
        try harness.open().close()
        #expect(try harness.names().count == 2 && harness.ids().isEmpty)
    }

    @Test func aReadOnlyStoreMustExistAndTakesNoSave() throws {
        let harness = try Harness()
        harness.configuration.isReadOnly = true
        #expect(failure { try harness.open().close() }?.code == .notFound)
        #expect(try harness.names().isEmpty)
        harness.configuration.isReadOnly = false
        try harness.fill(1...1)
        harness.configuration.isReadOnly = true
        #expect(try harness.ids() == [1])
        let error = failure { try harness.fill(2...2) }
        #expect(error?.code == .denied)
    }

    @Test func filesAndDirectoriesArePrivateWhateverTheMask() throws {
        let harness = try Harness()
        harness.configuration.location = harness.parent.appending(path: "a/b").path
        let old = umask(0)
        defer { umask(old) }
        let store = try harness.open()
        let session = try store.makeSession()
        defer { session.end() }
        let directory = harness.parent.appending(path: "a/b/default.leveldb")
        for path in [harness.parent.appending(path: "a"), directory] { #expect(mode(path) == 0o700) }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            #expect(mode(directory.appending(path: name)) == 0o600, "\(name)")
        }
        session.end()
        try store.close()
        try LevelDBStore.destroy(harness.configuration)
        #expect(!FileManager.default.fileExists(atPath: directory.path))
        try LevelDBStore.destroy(harness.configuration)
    }

    private func mode(_ path: URL) -> UInt32 {
        var status = stat()
        return lstat(path.path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func linksFilesAndNamesThatLeadElsewhereAreRefused() throws {
        let harness = try Harness().fill(1...1)
        let real = harness.parent.appending(path: "real")
        try FileManager.default.moveItem(at: harness.path, to: real)
        let place = harness.parent.appending(path: "default.leveldb")
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: real)
        #expect(failure { try harness.open().close() }?.code == .denied)
        #expect(failure { try LevelDBStore.destroy(harness.configuration) }?.code == .denied)
        try FileManager.default.removeItem(at: place)
        try Data("x".utf8).write(to: place)
        #expect(failure { try harness.open().close() }?.code == .foreign)
        for name in ["../x", "a/b", "..", "", "nul\0"] {
            harness.configuration.file = name
            #expect(failure { try harness.open().close() }?.code == .configuration, "\(name)")
        }
    }

    @Test func whatKilledProcessesLeftIsRemovedByTheNextMaking() throws {
        for (work, files) in [
            ("new", []), ("new", ["LOCK", "LOG", "MANIFEST-000001"]), ("old", ["000005.ldb", "GRANARY"]),
            ("old", ["GRANARY"]),
        ] {
            let harness = try Harness()
            let left = harness.parent.appending(path: ".default.leveldb.\(work)-1f2e")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
            for file in files { try Data("x".utf8).write(to: left.appending(path: file)) }
            try harness.fill(1...1)
            #expect(try harness.names() == ["default.leveldb"], "\(work) \(files)")
        }
    }

    @Test func whatKilledProcessesLeftIsRemovedByTheNextOpening() throws {
        let harness = try Harness().fill(1...1)
        let left = harness.parent.appending(path: ".default.leveldb.new-1f2e")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
        harness.configuration.isReadOnly = true
        try harness.open().close()
        #expect(try harness.names().count == 2)
        harness.configuration.isReadOnly = false
        try harness.open().close()
        #expect(try harness.names() == ["default.leveldb"])
    }

    @Test func whatIsHeldOrForeignOrOfAnotherStoreStays() throws {
        let harness = try Harness()
        let names = [
            ".default.leveldb.new-1", ".default.leveldb.new-2", ".other.leveldb.new-3",
            ".default.leveldb.new-x",
        ]
        for name in names {
            try FileManager.default.createDirectory(
                at: harness.parent.appending(path: name), withIntermediateDirectories: false)
        }
        try Data("x".utf8).write(to: harness.parent.appending(path: "\(names[1])/diary.txt"))
        let hold = FileHold(harness.parent.appending(path: names[0]).path)
        #expect(hold != nil)
        _ = try withExtendedLifetime(hold) { try harness.fill(1...1) }
        #expect(try harness.names() == (names + ["default.leveldb"]).sorted())
    }

    @Test func aStoreWhoseRemovalWasCutShortIsNotInTheWay() throws {
        let harness = try Harness().fill(1...3)
        // As a process leaves it that was killed while it removed the store.
        let aside = harness.parent.appending(path: ".default.leveldb.old-abc")
        try FileManager.default.moveItem(at: harness.path, to: aside)
        try FileManager.default.removeItem(at: aside.appending(path: "CURRENT"))
        #expect(try harness.ids().isEmpty)
        #expect(try harness.names() == ["default.leveldb"])
        try FileManager.default.moveItem(at: harness.path, to: aside)
        try LevelDBStore.destroy(harness.configuration)
        #expect(try harness.names().isEmpty)
    }
}
