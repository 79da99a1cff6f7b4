import Foundation
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// When memory counts as scarce, by the files of the kernel.
@Suite(.timeLimit(.minutes(1))) struct MemoryWatchTests {
    /// The files of a machine.
    private final class Machine: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        var files: MemoryFiles {
            MemoryFiles(
                pressure: directory.path(of: "pressure"), membership: directory.path(of: "cgroup"),
                groups: directory.path(of: "groups"))
        }

        func write(_ text: String, to name: String) throws {
            let url = URL(filePath: directory.path(of: name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        func waits(_ share: String, in name: String = "pressure") throws {
            try write(
                "some avg10=\(share) avg60=99.00 avg300=99.00 total=1\nfull avg10=99.00 avg60=0 avg300=0 total=0\n",
                to: name)
        }
    }

    @Test func absentFilesSayNothing() throws { #expect(try !Machine().files.sayScarce) }

    @Test func theMachineWaits() throws {
        let machine = try Machine()
        for (share, isScarce) in [("0.00", false), ("9.99", false), ("10.00", true), ("87.5", true)] {
            try machine.waits(share)
            #expect(machine.files.sayScarce == isScarce, "\(share)")
        }
    }

    @Test func malformedFilesSayNothing() throws {
        let machine = try Machine()
        let texts = [
            "", "\n", "some", "some avg10=", "some avg10=nan", "full avg10=99", "avg10=99 some",
            "\u{0}\u{FFFD}",
        ]
        for text in texts {
            try machine.write(text, to: "pressure")
            #expect(!machine.files.sayScarce, "\(text)")
        }
        for text in [
            "", "0::", "1:memory:/a", "0::/../../etc", "0:/a", "0::/" + String(repeating: "a/", count: 900),
        ] {
            try machine.write(text, to: "cgroup")
            #expect(!machine.files.sayScarce, "\(text)")
        }
        try machine.write("0::/a\n", to: "cgroup")
        for (most, held) in [
            ("", "1"), ("max", "99"), ("100", ""), ("x", "99"), ("-1", "99"), ("100", "99 MB"),
        ] {
            try machine.write(most, to: "groups/a/memory.max")
            try machine.write(held, to: "groups/a/memory.current")
            #expect(!machine.files.sayScarce, "\(most) \(held)")
        }
    }

    @Test func aGroupIsNearItsLimit() throws {
        let machine = try Machine()
        try machine.write("12:cpuset:/\n0::/outer/inner\n", to: "cgroup")
        for group in ["groups/outer/inner", "groups/outer", "groups"] {
            try machine.write("max\n", to: "groups/outer/inner/memory.max")
            try machine.write("1000\n", to: "\(group)/memory.max")
            try machine.write("899\n", to: "\(group)/memory.current")
            #expect(!machine.files.sayScarce, "\(group)")
            try machine.write("900\n", to: "\(group)/memory.current")
            #expect(machine.files.sayScarce, "\(group)")
            // Pages that the kernel drops first do not count.
            try machine.write("anon 800\ninactive_file 100\n", to: "\(group)/memory.stat")
            #expect(!machine.files.sayScarce, "\(group)")
            try machine.write("880\n", to: "\(group)/memory.high")
            #expect(machine.files.sayScarce, "\(group)")
            try machine.write("0\n", to: "\(group)/memory.current")
            #expect(!machine.files.sayScarce, "\(group)")
        }
        try machine.waits("50.00", in: "groups/outer/memory.pressure")
        #expect(machine.files.sayScarce)
    }

    @Test func itLooksNowAndThen() throws {
        let machine = try Machine()
        let clock = RecordingClock()
        let watch = MemoryWatch(machine.files, clock)
        #expect(!watch.findsScarce)
        try machine.waits("50.00")
        #expect(!watch.findsScarce)
        clock.advance(by: .milliseconds(999))
        #expect(!watch.findsScarce)
        clock.advance(by: .milliseconds(1))
        #expect(watch.findsScarce)
        // The numbers are means of ten seconds.
        clock.advance(by: .seconds(9))
        #expect(!watch.findsScarce)
        clock.advance(by: .seconds(1))
        #expect(watch.findsScarce)
    }

    @Test func cachesAreHalvedWhileMemoryIsScarce() async throws {
        let machine = try Machine()
        let clock = RecordingClock()
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self)
            Synced(Post.self, cache: .rows(100))
        }
        let stack = try startedStack(schema, on: .memory)
        let repositories = try await Repositories(stack, source: ScriptedServer())
        repositories.watchMemory(machine.files, clock)
        let ids = try await stack.perform { context in
            let posts = (0..<40).map { Post("\($0)") }
            for post in posts { try context.insert(post) }
            try context.save()
            return posts.map(\.objectID)
        }
        let posts = repositories[Post.self]
        _ = try await posts.objects(ids, .local)
        #expect(repositories.cached(Post.self).rows == 40)
        try machine.waits("50.00")
        clock.advance(by: .seconds(1))
        repositories.shrink(to: CacheSize(rows: 39))
        _ = try await posts.objects(ids, .local)
        #expect(repositories.cached(Post.self).rows == 20)
        // No call fails, and what is not here is read.
        for id in ids { #expect(try await posts.object(id, .local) != nil) }
        #expect(repositories.cached(Post.self).rows == 40)
        try await stack.close()
    }
}
