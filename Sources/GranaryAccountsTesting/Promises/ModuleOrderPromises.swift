import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Whatever becomes of an account, and whichever of its modules fail, these keep to their order.
enum ModuleOrderPromises: SignInPromiseList {
    typealias One = DiaryModule<First, TravelClient>
    typealias Two = DiaryModule<Second, TravelClient>
    typealias Three = DiaryModule<Third, TravelClient>

    private struct Trouble: Error {}

    static let promises: [ConformancePromise] = [
        signInPromise("Random lives of an account keep the order of its modules, some of which fail") {
            ground in
            for seed in ConformanceEffort.current.seeds(1, long: 100) {
                do { try await live(seed, ground) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        }
    ]

    /// Lets an account rest, wake, sign out and in, and its modules fail now and then.
    private static func live(_ seed: UInt64, _ ground: SignInGround) async throws {
        let diary = ModuleDiary()
        let luck = Mutex(SeededGenerator(seed: seed))
        let work: @Sendable (ModuleSurroundings) async throws -> Void = { _ in
            if luck.withLock({ Int.random(in: 0..<4, using: &$0) }) == 0 { throw Trouble() }
        }
        let accounts = try await ground.open(modules: { account in
            if account.id == nil { return Modules([]) }
            return Modules {
                ModuleEntry(Three(account, diary, as: "3", needs: [Two.self], onStart: work), .afterwards)
                Two(account, diary, as: "2", needs: [One.self], onStart: work)
                One(account, diary, as: "1", onStart: work)
            }
        })
        let ada = try await accounts.signIn()
        var steps = SeededGenerator(seed: ~seed)
        for _ in 0..<20 {
            switch Int.random(in: 0..<6, using: &steps) {
            case 0: try await ada.signOut()
            case 1: _ = try? await ada.modules[Three.self]
            case 2: _ = try await accounts.account(ada.userID)
            case 3: _ = try await ada.trips
            default: _ = try await ada.stack.rest()
            }
            if case .signedOut = ada.state { try await ada.signIn() }
        }
        try await accounts.close()
        try check(diary.all.filter { $0.begins(with: "st") })
    }

    /// Checks that what was noted is in order.
    private static func check(_ notes: [String]) throws {
        var running: Set<String> = []
        for note in notes {
            let number = note.filter { "123".contains($0) }
            let needed = number == "1" ? "" : number == "2" ? "1" : "2"
            if note.begins(with: "start") {
                try expect(needed.isEmpty || running.contains(needed), "\(note) without \(needed): \(notes)")
                try expect(running.insert(number).inserted, "\(note) twice: \(notes)")
            } else {
                let later = number == "1" ? "2" : number == "2" ? "3" : ""
                try expect(!running.contains(later), "\(note) before \(later): \(notes)")
                try expect(running.remove(number) != nil, "\(note) without a start: \(notes)")
                try expect(!note.ends(with: "late"), "\(note): \(notes)")
            }
        }
        try expectEqual(running, [], "what runs in the end")
    }
}
