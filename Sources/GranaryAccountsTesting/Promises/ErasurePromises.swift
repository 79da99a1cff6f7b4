import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Nothing that a forgotten user had is in any file that was theirs, byte for byte.
enum ErasurePromises: SignInPromiseList {
    /// What is searched for: each is in some file before.
    private static let key = "ada-lovelace@example.org"
    private static let trip = "Marlborough-Oslo-4711"
    /// The number of a timetable is not searched for, since any bytes may be some number.
    private static let note = "written-beside-the-stores"

    static let promises: [ConformancePromise] = [
        signInPromise("No byte of a forgotten account is left in any file that was its own", needs: .files) {
            ground in
            let accounts = try await ground.open()
            let bob = try await signIn("bob@example.org", ["Rome"], ground, accounts)
            let ada = try await signIn(key, [trip, "Bergen"], ground, accounts)
            let secret = "\(TravelServer.secret)-\(try await ada.tokens.access)"
            try await ada.refresh()
            let newer = "\(TravelServer.secret)-\(try await ada.tokens.access)"
            // As a store that was moved aside, or a tool, would leave it.
            let directory = "\(ground.ground.directory)/accounts/\(ada.place)"
            try Data("\(note) of \(key)".utf8).write(to: URL(fileURLWithPath: "\(directory)/note.txt"))
            let texts = [key, trip, note, newer]
            let before = try OwnFiles(ground)
            for text in texts { try expect(!before.paths(of: text).isEmpty, "the search finds \(text)") }
            try await accounts.forget(ada.userID)
            let after = try OwnFiles(ground)
            for text in texts + [secret, ada.place] {
                try expectEqual(after.paths(of: text), [], "files with \(text)")
            }
            // The other one keeps everything.
            try expect(!after.paths(of: "Rome").isEmpty, "files of the other")
            try expectEqual(try await bob.trips, ["Rome"], "trips of the other")
            _ = try await bob.tokens
        },
        signInPromise("The record and the user of a forgotten account are in no store any more") { ground in
            let accounts = try await ground.open()
            _ = try await signIn("bob@example.org", ["Rome"], ground, accounts)
            let ada = try await signIn(key, [trip], ground, accounts)
            try await accounts.forget(ada.userID)
            let left = try await accounts.sharedStack.perform { context in
                (
                    users: try context.fetch(Traveller.all).map { "\($0.email) \($0.name)" },
                    records: try context.fetch(AccountRecord.ofUsers).map { "\($0.user) \($0.place)" }
                )
            }
            try expectEqual(left.users.count, 1, "users")
            try expectEqual(left.records.count, 1, "records")
            try expect(
                !(left.users + left.records).contains { $0.holds("lovelace") || $0.holds(ada.place) },
                "\(left)")
            try expectEqual(try await ground.secrets.secret(at: ada.place), nil, "the credential")
            try await expectErrorAsync(.closed, "the credential in memory") { _ = try await ada.tokens }
        },
    ]

    private static func signIn(
        _ email: String, _ trips: [String], _ ground: SignInGround, _ accounts: SignInGround.TravelAccounts
    ) async throws -> SignInGround.TravelAccount {
        ground.server.expect(email)
        let account = try await accounts.signIn()
        try await account.add(trips)
        try await account.add(timetables: [1, 2, 3])
        return account
    }
}

/// The content of all files but those of the store of the users, which all accounts share.
private struct OwnFiles {
    private let contents: [String: [UInt8]]

    init(_ ground: SignInGround) throws {
        contents = try FileTree(ground.ground.directory).contents()
            .filter { path, _ in !path.begins(with: "people") }.mapValues { Array($0) }
    }

    /// The files that have a text in their path or anywhere in their content.
    func paths(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return contents.filter { path, content in path.holds(text) || Self.holds(content, bytes) }
            .map(\.key).sorted()
    }

    private static func holds(_ content: [UInt8], _ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, content.count >= bytes.count else { return false }
        return content.indices.dropLast(bytes.count - 1).contains { place in
            content[place] == first && content[place..<place + bytes.count].elementsEqual(bytes)
        }
    }
}
