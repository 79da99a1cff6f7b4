#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary
import GranarySQLite
import GranaryTestSupport
import Testing

/// What bad files get: an error with its own code and a remedy, and nothing is changed.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OpeningTests {
    /// Reads a file as it is.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Opening fails with a code and leaves every file of the directory as it was.
    func expectRefusal(
        _ harness: Harness, _ code: GranaryError.Code, saying words: String, schema: Schema? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = harness.directory.names.map { ($0, Self.bytes("\(harness.directory.path)/\($0)")) }
        let error = failure { try harness.open(schema).close() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(
            error?.message.contains(words) == true, "\(error?.message ?? "no error")",
            sourceLocation: sourceLocation)
        #expect(error?.context.path == harness.path, sourceLocation: sourceLocation)
        let after = harness.directory.names.map { ($0, Self.bytes("\(harness.directory.path)/\($0)")) }
        #expect(before.map(\.0) == after.map(\.0), sourceLocation: sourceLocation)
        #expect(zip(before, after).allSatisfy { $0.1 == $1.1 }, sourceLocation: sourceLocation)
    }

    /// A closed store with one team.
    func filled(_ options: [String: String] = [:]) throws -> Harness {
        let harness = try Harness(options: options)
        let opened = try harness.session()
        try opened.session.insert(
            [DynamicRow(["id": .integer(1), "name": .text("A")])], try harness.entity("Team"))
        try opened.close()
        return harness
    }

    @Test func aFileThatIsNoDatabaseIsForeign() throws {
        let harness = try Harness()
        try Self.write(Array("Dear diary, this is not a database at all.".utf8), to: harness.path)
        expectRefusal(harness, .foreign, saying: "not an SQLite database")
    }

    @Test func aDatabaseOfAnotherProgramIsForeign() throws {
        let harness = try Harness()
        try Outsider(harness.path).run("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
        expectRefusal(harness, .foreign, saying: "another program")
        let error = failure { try SQLiteStore.destroy(harness.configuration) }
        #expect(error?.code == .foreign)
        #expect(harness.directory.names == ["default.sqlite"])
    }

    @Test func aPassOverADatabaseOfAnotherProgramIsRefused() throws {
        let harness = try Harness()
        try Outsider(harness.path).run("PRAGMA journal_mode = WAL; CREATE TABLE notes (text)")
        let before = Self.bytes(harness.path)
        var request = harness.request()
        request.configuration.isReadOnly = true
        request.isForOnePass = true
        #expect(failure { try SQLiteStore.open(request).close() }?.code == .foreign)
        // Reading such a database would leave side files.
        #expect(harness.directory.names == ["default.sqlite"])
        #expect(Self.bytes(harness.path) == before)
    }

    @Test func aForeignLogIsNotTouched() throws {
        let harness = try Harness()
        let outsider = try Outsider(harness.path)
        try outsider.run(
            "PRAGMA journal_mode = WAL; CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
        #expect(harness.directory.names.count == 3)
        expectRefusal(harness, .foreign, saying: "another program")
    }

    @Test func aNewerFormatIsRefused() throws {
        let harness = try filled()
        try Outsider(harness.path).run("PRAGMA user_version = 99")
        expectRefusal(harness, .newer, saying: "format 99")
    }

    @Test func aCutOffFileIsCorrupt() throws {
        let harness = try filled()
        try Self.write(Array(try #require(Self.bytes(harness.path)).prefix(700)), to: harness.path)
        expectRefusal(harness, .corrupt, saying: "cut off")
    }

    @Test func aDamagedSchemaPageIsCorrupt() throws {
        let harness = try filled()
        var bytes = try #require(Self.bytes(harness.path))
        for index in 100..<4_096 { bytes[index] = 0xA5 }
        try Self.write(bytes, to: harness.path)
        expectRefusal(harness, .corrupt, saying: "damaged")
    }

    @Test func aDamagedDataPageIsFoundWhenItIsRead() throws {
        let harness = try filled()
        let page = try #require(
            try Outsider(harness.path).rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Team'")[0][0]
                .flatMap { Int($0) })
        var bytes = try #require(Self.bytes(harness.path))
        for index in ((page - 1) * 4_096)..<(page * 4_096) { bytes[index] = 0xFF }
        try Self.write(bytes, to: harness.path)
        let opened = try harness.session()
        let error = failure { _ = try opened.session.rows(FetchRequest(entity: try harness.entity("Team"))) }
        #expect(error?.code == .corrupt && error?.message.contains("damaged") == true)
        try opened.close()
    }

    @Test func missingMetadataIsCorrupt() throws {
        let harness = try filled()
        try Outsider(harness.path).run("DROP TABLE granary_columns")
        expectRefusal(harness, .corrupt, saying: "lacks the tables")
    }

    @Test func otherModelsAreIncompatibleAndTheDifferencesAreNamed() throws {
        let harness = try filled()
        let team = ModelDescription(
            name: "Team",
            attributes: [
                .init("id", .integer), .init("name", .integer, isOptional: true), .init("city", .text),
            ], key: ["id"])
        let schema = try League.schema([team])
        expectRefusal(
            harness, .incompatible, saying: "“Team” has the column “name” as text, not integer",
            schema: schema)
        expectRefusal(harness, .incompatible, saying: "has no column “city”", schema: schema)
        expectRefusal(harness, .incompatible, saying: "is not in the schema", schema: schema)
    }

    @Test func tablesThatOthersHaveChangedAreIncompatible() throws {
        let harness = try filled()
        try Outsider(harness.path).run("ALTER TABLE Team RENAME COLUMN name TO title")
        expectRefusal(harness, .incompatible, saying: "has no column “name”")
    }

    /// Changes of others, each with a finding that names it.
    @Test(arguments: [
        ("ALTER TABLE Team ADD COLUMN extra TEXT DEFAULT 'kept'", "has the column “extra”"),
        ("ALTER TABLE Team RENAME COLUMN name TO title", "has no column “name”"),
        ("DROP INDEX Player_score_index", "has no index on score"),
    ])
    func tablesThatOthersHaveChangedAreNotMigrated(_ change: (statement: String, finding: String)) throws {
        // One attribute more is added to the table as it is; for another kind of column SQLite needs another table.
        for isRewritten in [false, true] {
            var harness = try filled()
            harness.configuration.onIncompatible = .migrate
            let outsider = try Outsider(harness.path)
            try outsider.run(change.statement)
            let before = try outsider.rows("SELECT sql FROM sqlite_schema ORDER BY name")
            let rows = try outsider.rows("SELECT * FROM Team")
            var team = League.team
            team.attributes.append(.init("motto", .text, isOptional: true))
            if isRewritten { team.attributes[3].type = .text }
            let schema = try League.schema([team, League.player, League.tag, League.match])
            let error = failure { try harness.open(schema).close() }
            #expect(error?.code == .incompatible && error?.message.contains(change.finding) == true)
            #expect(error?.context.store == "Default")
            #expect(try outsider.rows("SELECT sql FROM sqlite_schema ORDER BY name") == before)
            #expect(try outsider.rows("SELECT * FROM Team") == rows)
        }
    }

    @Test func anIncompatibleStoreWithALogIsNotTouched() throws {
        let harness = try filled()
        // A reader keeps the log from being written back, as after a crash.
        let outsider = try Outsider(harness.path)
        try outsider.run("PRAGMA wal_autocheckpoint = 0; UPDATE Team SET name = 'in the log'")
        let schema = try League.schema([
            ModelDescription(name: "Team", attributes: [.init("id", .integer)], key: ["id"])
        ])
        let error = failure { try harness.open(schema).close() }
        #expect(error?.code == .incompatible)
        #expect(try outsider.rows("SELECT name FROM Team") == [["in the log"]])
        #expect(harness.directory.names.contains("default.sqlite-wal"))
    }

    @Test func anIncompatibleStoreIsMovedAsideWhenAsked() throws {
        var harness = try filled()
        harness.configuration.onIncompatible = .moveAside
        let schema = try League.schema([
            ModelDescription(name: "City", attributes: [.init("id", .integer)], key: ["id"])
        ])
        let old = Self.bytes(harness.path)
        let store = try harness.open(schema)
        try store.close()
        let aside = try #require(harness.directory.names.first { $0 != "default.sqlite" })
        #expect(
            harness.directory.names.count == 2 && aside.hasPrefix("default.sqlite.2") && aside.hasSuffix("Z"))
        #expect(try Outsider("\(harness.directory.path)/\(aside)").rows("SELECT name FROM Team") == [["A"]])
        #expect(old?.count == Self.bytes("\(harness.directory.path)/\(aside)")?.count)
    }

    @Test func anIncompatibleStoreIsDeletedWhenAsked() throws {
        var harness = try filled()
        harness.configuration.onIncompatible = .delete
        let schema = try League.schema([
            ModelDescription(name: "City", attributes: [.init("id", .integer)], key: ["id"])
        ])
        try harness.open(schema).close()
        #expect(harness.directory.names == ["default.sqlite"])
    }

    @Test func aReadOnlyStoreMustExistAndIsNotWritten() throws {
        var harness = try Harness()
        harness.configuration.isReadOnly = true
        expectRefusal(harness, .notFound, saying: "no store at the place")
        harness = try filled()
        harness.configuration.isReadOnly = true
        let before = Self.bytes(harness.path)
        let opened = try harness.session()
        let team = try harness.entity("Team")
        #expect(try opened.session.count(FetchRequest(entity: team)) == 1)
        let error = failure {
            try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        }
        #expect(error?.code == .denied && error?.message.contains("read-only") == true)
        #expect(failure { _ = try opened.session.reserveKeys(1, of: team) }?.code == .unsupported)
        try opened.close()
        #expect(Self.bytes(harness.path) == before)
    }

    @Test func filesAndDirectoriesArePrivateWhateverTheMask() throws {
        var harness = try Harness()
        harness.configuration.location = "\(harness.directory.path)/a/b"
        let old = umask(0)
        defer { umask(old) }
        let opened = try harness.session()
        try opened.session.insert(
            [DynamicRow(["id": .integer(1), "name": .text("A")])], try harness.entity("Team"))
        let base = "\(harness.directory.path)/a"
        #expect(Self.mode(base) == 0o700 && Self.mode("\(base)/b") == 0o700)
        for suffix in ["", "-wal", "-shm"] {
            #expect(Self.mode("\(base)/b/default.sqlite\(suffix)") == 0o600, "\(suffix)")
        }
        try opened.close()
        #expect(TemporaryDirectory.names(in: "\(base)/b") == ["default.sqlite"])
        try SQLiteStore.destroy(harness.configuration)
        #expect(TemporaryDirectory.names(in: "\(base)/b") == [])
        try SQLiteStore.destroy(harness.configuration)
    }

    @Test func symbolicLinksAreRefused() throws {
        let harness = try filled()
        let target = "\(harness.directory.path)/elsewhere"
        try Self.write(Array("keep".utf8), to: target)
        for suffix in ["-wal", "-journal"] {
            #expect(symlink(target, harness.path + suffix) == 0)
            let error = failure { try harness.open().close() }
            #expect(error?.code == .denied && error?.message.contains("symbolic link") == true)
            unlink(harness.path + suffix)
        }
        rename(harness.path, "\(harness.directory.path)/real")
        #expect(symlink("real", harness.path) == 0)
        #expect(failure { try harness.open().close() }?.code == .denied)
        #expect(failure { try SQLiteStore.destroy(harness.configuration) }?.code == .denied)
        #expect(Self.bytes(target) == Array("keep".utf8))
    }

    @Test func somethingElseAtThePathIsForeign() throws {
        let harness = try Harness()
        #expect(mkdir(harness.path, 0o700) == 0)
        #expect(failure { try harness.open().close() }?.code == .foreign)
        rmdir(harness.path)
        #expect(mkfifo(harness.path, 0o600) == 0)
        #expect(failure { try harness.open().close() }?.code == .foreign)
    }

    @Test func namesThatWouldLeadElsewhereAreRefused() throws {
        var harness = try Harness()
        for name in ["../x.sqlite", "a/b", "..", "", "nul\0"] {
            harness.configuration.file = name
            #expect(failure { try harness.open().close() }?.code == .configuration, "\(name)")
        }
        #expect(harness.directory.names.isEmpty)
    }

    @Test func aStoreThatIsOpenIsNotDestroyed() throws {
        let harness = try filled()
        let store = try harness.open()
        let error = failure { try SQLiteStore.destroy(harness.configuration) }
        #expect(error?.code == .locked && error?.message.contains("Close it first") == true)
        try store.close()
        try SQLiteStore.destroy(harness.configuration)
        #expect(harness.directory.names.isEmpty)
    }

    /// Another process would go on and acknowledge saves into a file that is gone.
    @Test func aStoreThatAnotherProgramHasOpenIsNotDestroyedOrReplaced() throws {
        var harness = try filled()
        let outsider = try Outsider(harness.path)
        #expect(try outsider.rows("SELECT name FROM Team") == [["A"]])
        let destroyed = failure { try SQLiteStore.destroy(harness.configuration) }
        #expect(destroyed?.code == .locked && destroyed?.message.contains("Close it there first") == true)
        harness.configuration.onIncompatible = .delete
        let schema = try League.schema([
            ModelDescription(name: "City", attributes: [.init("id", .integer)], key: ["id"])
        ])
        #expect(failure { try harness.open(schema).close() }?.code == .locked)
        #expect(try outsider.rows("SELECT name FROM Team") == [["A"]])
    }

    /// A process that is killed while it makes a store leaves the unfinished file.
    @Test func whatAKilledCreationLeftIsDestroyedToo() throws {
        for isFinished in [true, false] {
            let harness = try isFinished ? filled() : Harness()
            let path = harness.directory.path
            for name in [
                ".default.sqlite.new-70f2ba86c1f8afeb", ".default.sqlite.new-70f2ba86c1f8afeb-wal",
                ".default.sqlite.new-mine", ".other.sqlite.new-1",
            ] {
                let file = try #require(fopen("\(path)/\(name)", "w"))
                fclose(file)
            }
            try SQLiteStore.destroy(harness.configuration)
            #expect(harness.directory.names == [".default.sqlite.new-mine", ".other.sqlite.new-1"])
        }
    }

    @Test func whatAKilledCreationLeftIsRemovedByTheNextCreation() throws {
        let harness = try Harness()
        let names = [
            ".default.sqlite.new-70f2", ".default.sqlite.new-70f2-wal", ".default.sqlite.new-abc",
            ".default.sqlite.new-mine", ".other.sqlite.new-1",
        ]
        for name in names { try Self.write([], to: "\(harness.directory.path)/\(name)") }
        // As another process that is still making the store holds its file.
        let file = open("\(harness.directory.path)/.default.sqlite.new-abc", O_RDONLY)
        try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        defer { close(file) }
        try harness.open().close()
        #expect(harness.directory.names == Array(names[2...]) + ["default.sqlite"])
    }

    @Test func whatAKilledCreationLeftIsRemovedByTheNextOpening() throws {
        let harness = try filled()
        let path = harness.directory.path
        // As a process leaves it that is killed before, and just after it has given the store its name.
        try Self.write([], to: "\(path)/.default.sqlite.new-1")
        try #require(link("\(path)/default.sqlite", "\(path)/.default.sqlite.new-2") == 0)
        let store = try harness.open()
        #expect(harness.directory.names.filter { $0.hasPrefix(".") }.isEmpty)
        try store.close()
    }

    @Test func twoStoresOfAProcessShareAFile() throws {
        let harness = try filled()
        let (first, second) = try (harness.session(), harness.session())
        let team = try harness.entity("Team")
        try first.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        try second.session.insert([DynamicRow(["id": .integer(3), "name": .text("C")])], team)
        try first.session.refresh()
        #expect(try first.session.count(FetchRequest(entity: team)) == 3)
        try first.close()
        // The other one still holds its locks: it can save, and the file is complete.
        try second.session.insert([DynamicRow(["id": .integer(4), "name": .text("D")])], team)
        try second.close()
        #expect(try Outsider(harness.path).rows("SELECT count(*) FROM Team") == [["4"]])
    }

    @Test func anotherProcessThatWritesIsWaitedForAndThenNamed() throws {
        let harness = try filled(["busyTimeout": "50ms"])
        let opened = try harness.session()
        let outsider = try Outsider(harness.path)
        try outsider.run("BEGIN IMMEDIATE")
        let team = try harness.entity("Team")
        let error = failure {
            try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        }
        #expect(error?.code == .locked && error?.code.isRetryable == true)
        #expect(error?.message.contains("busyTimeout") == true)
        try outsider.run("COMMIT")
        try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        try opened.close()
    }

    @Test func aFullStoreSaysSoAndKeepsWhatItHas() throws {
        let harness = try filled(["maximumSize": "256KB"])
        let opened = try harness.session()
        let team = try harness.entity("Team")
        let rows = (10..<20_000).map { DynamicRow(["id": .integer($0), "name": .text("a long name \($0)")]) }
        let error = failure { try opened.session.insert(rows, team) }
        #expect(error?.code == .full && error?.message.contains("Make room") == true)
        #expect(try opened.session.count(FetchRequest(entity: team)) == 1)
        try opened.session.insert([DynamicRow(["id": .integer(2), "name": .text("B")])], team)
        try opened.close()
    }

    @Test func aDirectoryThatMayNotBeWrittenIsDenied() throws {
        // The superuser may write everywhere.
        if geteuid() == 0 { return }
        let harness = try Harness()
        chmod(harness.directory.path, 0o500)
        let error = failure { try harness.open().close() }
        #expect(error?.code == .denied)
    }

    @Test func theTablesAreOrdinary() throws {
        let harness = try filled()
        let outsider = try Outsider(harness.path)
        #expect(try outsider.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try outsider.rows("PRAGMA journal_mode") == [["wal"]])
        let definition = try #require(
            try outsider.rows("SELECT sql FROM sqlite_schema WHERE name = 'Match'")[0][0])
        #expect(
            definition == """
                CREATE TABLE "Match" (
                  "day" INTEGER NOT NULL,
                  "place" TEXT NOT NULL,
                  "number" INTEGER NOT NULL,
                  "crowd" INTEGER,
                  "home_id" INTEGER NOT NULL,
                  "granary_version" INTEGER NOT NULL,
                  PRIMARY KEY ("day", "place", "number"),
                  FOREIGN KEY ("home_id") REFERENCES "Team" ("id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED
                ) WITHOUT ROWID
                """)
        #expect(try outsider.rows("SELECT name FROM granary_configurations") == [["Default"]])
    }

    @Test func datesIdentifiersAndDecimalsCanBeRead() throws {
        let harness = try Harness()
        let opened = try harness.session()
        let team = try harness.entity("Team")
        let samples = [
            "-123.45", "0", "0.001", "-0.00009", "12000000", "9.99", "-1",
            "12345678901234567890123456789012345678",
        ]
        let rows = samples.enumerated().map { index, text in
            DynamicRow([
                "id": .integer(Int64(index)), "name": .text("\(index)"), "founded": .date(-1),
                "budget": .decimal(DecimalText.decimal(text)),
            ])
        }
        try opened.session.insert(rows, team)
        try opened.close()
        let outsider = try Outsider(harness.path)
        #expect(try outsider.rows("SELECT budget FROM Team_readable ORDER BY id").map { $0[0] } == samples)
        #expect(
            try outsider.rows("SELECT DISTINCT founded FROM Team_readable") == [
                ["1969-12-31T23:59:59.999999Z"]
            ])
    }
}
