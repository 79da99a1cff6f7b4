import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Credentials are where only their owner finds them, and a place of secrets that fails loses none.
enum SecretPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("A credential is in a file of its own that only its owner can read") { ground in
            let ada = try await ground.open().signIn()
            let tree = FileTree(ground.secrets.directory)
            try expectEqual(try tree.files, [ada.place], "files")
            try expectEqual(tree.mode(ada.place), 0o600, "mode")
            try expectEqual(FileTree(ground.ground.directory).mode("secrets"), 0o700, "mode of the directory")
            try await ada.refresh()
            try expectEqual(try tree.files, [ada.place], "files after a refresh")
        },
        signInPromise("No store, error or description shows a credential") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.answer(.refresh, with: .offline)
            let error = try await expectErrorAsync(.unavailable, "a refresh") { try await ada.refresh() }
            var shown = ["\(error)", "\(ada.state)", String(reflecting: ada.state)]
            shown.append("\(ground.server.signedIn()) \(String(reflecting: ground.server.signedIn()))")
            shown += try await ground.records(accounts).map { "\($0)" }
            try await accounts.close()
            for text in shown { try expect(!text.holds(TravelServer.secret), "text") }
            let files = try FileTree(ground.ground.directory).contents()
            for (path, bytes) in files where !path.begins(with: "secrets/") {
                try expect(bytes.firstRange(of: Data(TravelServer.secret.utf8)) == nil, "the file \(path)")
            }
        },
        signInPromise(
            "A file that others may read is refused, until its owner has it alone", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let file = ground.file(of: ada)
            try await accounts.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let same = try await ground.open().account(ada.userID)
            let error = try await same.reachError("presession")
            try expectEqual(error.code, .denied, "code")
            try expect(error.message.holds("0600"), "the remedy: \(error)")
            // Whoever asks before the pause has begun may get the answer to the first try, later too.
            try await ground.reachSleeper(until: .seconds(1))
            try await expectErrorAsync(.denied, "a credential") { _ = try await same.tokens }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            _ = try await same.tokens
            try expectEqual(same.state.name, "signedIn", "state")
        },
        signInPromise("A link is refused, and what it leads to is left", needs: .persistent) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (file, other) = (ground.file(of: ada), "\(ground.ground.directory)/other")
            try await accounts.close()
            try FileManager.default.moveItem(atPath: file, toPath: other)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
            let same = try await ground.open().account(ada.userID)
            let error = try await same.reachError("presession")
            try expectEqual(error.code, .denied, "code")
            try expect(error.message.holds("symbolic link"), "the remedy: \(error)")
            try await same.signIn()
            try expectEqual(same.state.name, "signedIn", "state after a sign-in")
            try expectEqual(FileTree(ground.secrets.directory).mode(ada.place), 0o600, "mode")
            try expect(FileManager.default.fileExists(atPath: other), "what it led to")
        },
        signInPromise("A place that others may change is refused, and so is what is no file") { ground in
            let (secrets, files) = (ground.secrets, FileManager.default)
            try await secrets.store([1], at: "a")
            try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: secrets.directory)
            let error = try await expectErrorAsync(.denied, "a directory for all") {
                _ = try await secrets.secret(at: "a")
            }
            try expect(error.message.holds("0700"), "the remedy: \(error)")
            try await expectErrorAsync(.denied, "storing there") { try await secrets.store([2], at: "a") }
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: secrets.directory)
            try expectEqual(try await secrets.secret(at: "a"), [1], "the secret")
            try files.createDirectory(
                atPath: "\(secrets.directory)/b", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            try await expectErrorAsync(.denied, "a directory") { _ = try await secrets.secret(at: "b") }
        },
        signInPromise("A directory that somebody else owns is refused, also behind a link") { ground in
            let (secrets, files) = (ground.secrets, FileManager.default)
            try await secrets.store([1], at: "a")
            let directory = "\(ground.ground.directory)/elsewhere"
            try files.moveItem(atPath: secrets.directory, toPath: directory)
            try files.createSymbolicLink(atPath: secrets.directory, withDestinationPath: directory)
            try expectEqual(try await secrets.secret(at: "a"), [1], "the secret behind a link")
            let nobody: UInt = 65_534
            // Only an administrator can give a directory away.
            do { try files.setAttributes([.ownerAccountID: nobody], ofItemAtPath: directory) } catch {
                return
            }
            let error = try await expectErrorAsync(.denied, "reading there") {
                _ = try await secrets.secret(at: "a")
            }
            try expect(error.message.holds("0700"), "the remedy: \(error)")
            try await expectErrorAsync(.denied, "storing there") { try await secrets.store([2], at: "a") }
        },
        signInPromise("What a killed process has left of a credential is replaced") { ground in
            let secrets = ground.secrets
            try await secrets.store([1], at: "a")
            let left = "\(secrets.directory)/a~new"
            try expect(FileManager.default.createFile(atPath: left, contents: Data([7])), "the file")
            try expectEqual(try await secrets.secret(at: "a"), [1], "the secret")
            try await secrets.store([2], at: "a")
            try expectEqual(try await secrets.secret(at: "a"), [2], "the new secret")
            try expectEqual(try FileTree(secrets.directory).files, ["a"], "files")
        },
        signInPromise("Names of accounts do not lead out of the directory of secrets") { ground in
            for place in ["../a", "/a", "..", "", "a/b"] {
                try await ground.secrets.store([1], at: place)
                try expectEqual(try await ground.secrets.secret(at: place), [1], "the secret of “\(place)”")
            }
            try expectEqual(try FileTree(ground.secrets.directory).files.count, 5, "files")
        },
        signInPromise("Without a place of their own, credentials are beside the users") { ground in
            guard ground.ground.hasFiles else { return }
            let ada = try await ground.openPlainly().signIn()
            try expectEqual(FileTree(ground.secrets.directory).mode(ada.place), 0o600, "mode")
        },
        signInPromise("Credentials are in the directory that the configuration names") { ground in
            let ada = try await ground.openPlainly { values in
                var settings = values.settings
                let place = SectionValues(StoreOptions(["secrets": "\(ground.ground.directory)/kept"]))
                settings.sections["accounts"] = place
                return StackConfiguration(stores: values.stores, settings: settings)
            }.signIn()
            try expectEqual(FileTree("\(ground.ground.directory)/kept").mode(ada.place), 0o600, "mode")
        },
        signInPromise("A refresh that cannot be stored is not shown, and not lost") { ground in
            let secrets = FailingSecrets(ground.secrets)
            let accounts = try await ground.open(secrets: secrets)
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            secrets.fail(1)
            try await expectErrorAsync(.full, "a refresh") { try await ada.refresh() }
            try expectEqual(ada.state.error?.code, .full, "the error")
            try expectEqual(try await ada.tokens, former, "tokens")
            try await ada.refresh()
            try expectEqual(try await ada.tokens.access, 2, "token")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try expect(ada.state.error == nil, "no error")
        },
        signInPromise("A sign-in that cannot be stored changes nothing") { ground in
            let secrets = FailingSecrets(ground.secrets)
            let accounts = try await ground.open(secrets: secrets)
            secrets.fail(1)
            try await expectErrorAsync(.full, "a new sign-in") { _ = try await accounts.signIn() }
            try expectEqual(try await ground.records(accounts).count, 0, "records")
            let ada = try await accounts.signIn()
            let former = try await ada.tokens
            secrets.fail(1)
            try await expectErrorAsync(.full, "another sign-in") { try await ada.signIn() }
            try expectEqual(try await ada.tokens, former, "tokens")
            try expectEqual(ada.state.name, "signedIn", "state")
            try await ada.signIn()
        },
        signInPromise("A sign-in that cannot be stored leaves a credential that cannot be read at present") {
            ground in
            let secrets = FailingSecrets(ground.secrets)
            let ada = try await ground.open(secrets: secrets).signIn()
            let (file, files) = (ground.file(of: ada), FileManager.default)
            let former = try await ground.secrets.secret(at: ada.place)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            secrets.fail(1)
            try await expectErrorAsync(.full, "another sign-in") { try await ada.signIn() }
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            try expectEqual(try await ground.secrets.secret(at: ada.place), former, "the secret")
        },
        signInPromise("A forgotten account leaves no credential") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await accounts.forget(ada.userID)
            try expectEqual(try FileTree(ground.secrets.directory).files, [], "files")
            let again = try await accounts.signIn()
            try expect(again.place != ada.place, "the place")
        },
        signInPromise(
            "A sign-out ends even if the credential cannot be removed, which the next one makes up for"
        ) {
            ground in
            let secrets = FailingSecrets(ground.secrets)
            let accounts = try await ground.open(secrets: secrets)
            let ada = try await accounts.signIn()
            secrets.failRemoval()
            try await expectErrorAsync(.full, "the first sign-out") { try await ada.signOut() }
            try expectEqual(ada.state.name, "signedOut", "state")
            try expect(accounts.current === accounts.guest, "who is current")
            try await expectErrorAsync(.closed, "its stack") { _ = try await ada.trips }
            try expectEqual(try FileTree(ground.secrets.directory).files, [ada.place], "files")
            try await ada.signOut()
            try expectEqual(try FileTree(ground.secrets.directory).files, [], "files after the second")
        },
        promise("Secrets in memory are those that were stored last") { _ in
            let secrets = MemorySecrets()
            try await secrets.store([1, 2], at: "a")
            try await secrets.store([3], at: "b")
            try await secrets.store([4], at: "a")
            try expectEqual(try await secrets.secret(at: "a"), [4], "one")
            try await secrets.remove(at: "a")
            try await secrets.remove(at: "a")
            try expectEqual(try await secrets.secret(at: "a"), nil, "one that was removed")
            try expectEqual(try await secrets.secret(at: "b"), [3], "the other")
            try expect(!String(reflecting: secrets).holds("3"), "the description")
        },
    ]
}

/// A place of secrets on a disk that is full for a while.
private final class FailingSecrets: SecretStore {
    private let secrets: any SecretStore
    private let failures = Mutex(0)
    private let failsRemoval = Mutex(false)

    init(_ secrets: any SecretStore) { self.secrets = secrets }

    /// Has the next calls fail that store something.
    func fail(_ count: Int) { failures.withLock { $0 = count } }

    /// Has the next call fail that removes something.
    func failRemoval() { failsRemoval.withLock { $0 = true } }

    func secret(at place: String) async throws -> [UInt8]? { try await secrets.secret(at: place) }

    func store(_ secret: [UInt8], at place: String) async throws {
        let fails = failures.withLock { failures in
            defer { failures = max(0, failures - 1) }
            return failures > 0
        }
        if fails { throw GranaryError(.full, "No space is left.") }
        try await secrets.store(secret, at: place)
    }

    func remove(at place: String) async throws {
        let fails = failsRemoval.withLock { fails in
            defer { fails = false }
            return fails
        }
        if fails { throw GranaryError(.full, "No space is left.") }
        try await secrets.remove(at: place)
    }
}
