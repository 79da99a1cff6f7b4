import FoundationEssentials
import Granary
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// Entries of older models are read by the names that these had.
@Suite(.timeLimit(.minutes(1))) struct OlderEntryTests {
    /// The models of the first release.
    enum First {
        @Model(table: "Letter") final class Letter {
            var id: UUID
            var subject: String
            var pages: Int

            init(_ subject: String, pages: Int = 1) {
                self.subject = subject
                self.pages = pages
            }
        }
    }

    /// Those of the next one: the model and a property have other names, and a property is gone.
    enum Next {
        @Model(renamedFrom: "Letter") final class Message {
            var id: UUID
            @Attribute(renamedFrom: "subject") var title: String
        }
    }

    @Test func namesAreBroughtUpToDate() async throws {
        let directory = try TemporaryDirectory()
        let server = ScriptedServer()
        server.set { $0.isOffline = true }
        let first = try Schema("Mail", models: [First.Letter.self]).syncing {
            Synced(First.Letter.self, writes: .localAndRemote)
        }
        let old = try startedStack(first, on: .sqlite, at: directory.path)
        let command = RemoteCommand("archive")
        let id = try await old.perform { context in
            let letter = First.Letter("hello")
            try context.insert(letter)
            try context.save()
            letter.subject = "changed"
            try context.enqueue(command)
            try context.save()
            letter.pages = 3
            try context.save()
            return letter.objectID.key
        }
        do {
            let repositories = try await Repositories(old, source: server)
            #expect(try await repositories.outbox.counts().waiting == 4)
        }
        try await old.close()

        let next = try Schema("Mail", models: [Next.Message.self]).syncing {
            Synced(Next.Message.self, writes: .localAndRemote, coalescing: false)
        }
        let stack = PersistentStack(next, registry: try StoreRegistry(backends: [.sqlite]))
        var configuration = StoreConfiguration(name: "Default", type: .sqlite)
        configuration.consents = ["drop Message.pages"]
        try await stack.attachPersistentStores(at: directory.path, for: [configuration])
        try await stack.start()
        let repositories = try await Repositories(stack, source: server)
        let outbox = repositories.outbox
        // What has values of the property that is gone is refused, and waits for a decision.
        let refusals = try await outbox.refusals()
        #expect(refusals.map(\.write.model) == ["Message", "Message"])
        #expect(refusals.allSatisfy { $0.reason.contains("pages") })
        #expect(refusals.first?.write.values["title"] == .text("hello"))
        #expect(try await outbox.state(of: ObjectID<Next.Message>(id)) != .settled)
        server.set { $0.isOffline = false }
        try await repositories.whileSending {
            _ = try await outbox.delivery(of: command.id)
            for refusal in refusals { try await outbox.decide(.takeRemote, on: refusal.id) }
        }
        #expect(server.carriedOut.first?.id == command.id)
        try await stack.close()
    }
}
