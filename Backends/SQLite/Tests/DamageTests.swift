import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQLite
import GranaryTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Devices that are full, files that are damaged, databases that are locked: typed errors, and nothing lost.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DamageTests {
    /// A file system of one megabyte, which goes away with the value; only the superuser can make one.
    final class SmallDisk {
        let path: String

        init?() {
            let path = "/tmp/granary-small-\(UUID().uuidString)"
            self.path = path
            guard mkdir(path, 0o700) == 0 else { return nil }
            guard mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0 else {
                rmdir(path)
                return nil
            }
        }

        deinit {
            umount2(path, Int32(MNT_DETACH))
            rmdir(path)
        }

        static let isPossible = SmallDisk() != nil
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only the superuser can mount a small file system"))
    func aFullDeviceIsSaidAndForgiven() throws {
        let disk = try #require(SmallDisk())
        var harness = try Harness()
        harness.configuration.location = disk.path
        let opened = try harness.session()
        let team = try harness.entity("Team")
        // What is deleted later makes room.
        try OpeningTests.write(Array(repeating: 1, count: 300_000), to: "\(disk.path)/filler")
        var saved: Int64 = 0
        var error: GranaryError?
        while error == nil {
            error = failure {
                try opened.session.insert(
                    (0..<50).map {
                        DynamicRow([
                            "id": .integer(saved + $0), "name": .text("a team of some name \(saved + $0)"),
                        ])
                    }, team)
                saved += 50
            }
        }
        #expect(
            error?.code == .full && error?.message.contains("Make room") == true,
            "\(error.map { "\($0)" } ?? "")")
        #expect(saved > 0)
        #expect(try opened.session.count(FetchRequest(entity: team)) == Int(saved))
        unlink("\(disk.path)/filler")
        try opened.session.insert([DynamicRow(["id": .integer(-1), "name": .text("after")])], team)
        try opened.close()
        let again = try harness.session()
        #expect(try again.session.count(FetchRequest(entity: team)) == Int(saved) + 1)
        try again.close()
    }

    @Test func aFullStoreLeavesTheContextAsItWas() async throws {
        let directory = try TemporaryDirectory()
        let stack = try Self.stack(directory, ["maximumSize": "200KB"])
        try await stack.perform { context in
            for id in 0..<20 { try context.insert(Note(id: id, text: "small")) }
            try context.save()
            for id in 100..<200 {
                try context.insert(Note(id: id, text: String(repeating: "x", count: 10_000)))
            }
            let error = failure { try context.save() }
            try verify(error?.code == .full, "\(error.map { "\($0)" } ?? "no error")")
            try verify(context.changes.inserted.count == 100, "the new objects are lost")
            try verify(try context.count(Note.all) == 120, "the context lost its objects")
            for object in context.changes.inserted {
                if let note = object as? Note, note.id >= 103 { try context.delete(note) }
            }
            try context.save()
        }
        let count = try await stack.perform { try $0.count(Note.all) }
        #expect(count == 23)
        try await stack.close()
    }

    @Test func aLockedStoreLeavesTheContextAsItWas() async throws {
        let directory = try TemporaryDirectory()
        let stack = try Self.stack(directory, ["busyTimeout": "20ms"])
        let path = "\(directory.path)/default.sqlite"
        try await stack.perform { context in
            try context.insert(Note(id: 1, text: "a"))
            try context.save()
            let outsider = try Outsider(path)
            try outsider.run("BEGIN IMMEDIATE")
            try context.insert(Note(id: 2, text: "b"))
            let error = failure { try context.save() }
            try verify(error?.code == .locked && error?.code.isRetryable == true, "not locked")
            try verify(context.changes.inserted.count == 1, "the new object is lost")
            try outsider.run("ROLLBACK")
            try context.save()
        }
        let ids = try await stack.perform { try $0.fetch(Note.all).map(\.id) }
        #expect(ids == [1, 2])
        try await stack.close()
    }

    /// A closed store of notes, one of whose pages holds rubbish.
    private static func damaged(_ object: String) async throws -> (TemporaryDirectory, [UInt8]) {
        let directory = try TemporaryDirectory()
        let stack = try stack(directory, [:])
        try await stack.perform { context in
            for id in 0..<500 { try context.insert(Note(id: id, text: "text \(id)")) }
            try context.insert(Other(id: 1))
            try context.save()
        }
        try await stack.close()
        let path = "\(directory.path)/default.sqlite"
        let root = try Outsider(path).rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(object)'")
        let page = try #require(root.first?.first.flatMap { $0 }.flatMap { Int($0) })
        var bytes = try #require(OpeningTests.bytes(path))
        for index in ((page - 1) * 4_096)..<(page * 4_096) { bytes[index] = 0xEE }
        try OpeningTests.write(bytes, to: path)
        return (directory, bytes)
    }

    @Test(arguments: ["Note", "Note_text_index"])
    func aDamagedPageIsSaidAndTheRestCanBeRead(object: String) async throws {
        let (directory, bytes) = try await Self.damaged(object)
        let stack = try Self.stack(directory, [:])
        try await stack.perform { context in
            let error = failure { _ = try context.fetch(Note.where { $0.text == "text 5" }) }
            try verify(error?.code == .corrupt, "\(error.map { "\($0)" } ?? "no error")")
            try verify(error?.message.contains("backup") == true, "no remedy")
            try verify(try context.count(Other.all) == 1, "the rest cannot be read")
        }
        try await stack.close()
        // Nothing is repaired or removed behind the user's back.
        #expect(OpeningTests.bytes("\(directory.path)/default.sqlite")?.count == bytes.count)
    }

    private static func stack(_ directory: TemporaryDirectory, _ options: [String: String]) throws
        -> PersistentStack
    {
        try startedStack(
            of: [Note.self, Other.self], on: .sqlite, at: directory.path, options: StoreOptions(options))
    }
}

@Model final class Note {
    var id: Int
    @Attribute(.indexed) var text: String
}

@Model final class Other {
    var id: Int
}
