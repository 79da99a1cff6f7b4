import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// Modules stop before their account rests, do not keep it from that unless they say so, and start with its next use.
enum ModuleRestPromises: AccountPromiseList {
    typealias Plain = DiaryModule<First, NoSignIn<Traveller>>

    static let promises: [ConformancePromise] = [
        promise("Modules stop before their account rests, and start at its next use") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let rests = try await ada.stack.rest()
            try expect(rests && ada.stack.status.phase == .resting, "it rests")
            try expectEqual(diary.all.last, "stop ada", "before the rest")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try await diary.reach("start ada", times: 2)
            _ = try await ada.stack.rest()
            _ = try await accounts.account(ada.userID)
            try expectEqual(diary.all.count { $0 == "start ada" }, 3, "starts when somebody gets the account")
        },
        promise("Asking for a module of an account that rests opens it") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules { ModuleEntry(Plain(account, diary), .lazy) }
            })
            let ada = try await accounts.create("ada")
            try expectEqual(ada.modules.report[Plain.self]?.state, .notStarted, "a lazy one")
            let module = try await ada.modules[Plain.self]
            try expectEqual(diary.all.count { $0 == "start ada" }, 1, "starts")
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            let same = try await ada.modules[Plain.self]
            try expect(same === module, "the same")
            try expectEqual(ada.stack.status.phase, .started, "phase")
            try expectEqual(diary.all.count { $0 == "start ada" }, 2, "starts then")
        },
        promise("What modules observe does not keep their account from resting") { ground in
            let diary = ModuleDiary()
            let readings = Mutex<[Task<Void, any Error>]>([])
            let accounts = try await ground.open(modules: { account in
                Modules {
                    Plain(account, diary) { surroundings in
                        let stack = try surroundings.stack
                        let reading = Task {
                            for try await _ in stack.observe(Trip.all) { diary.note("read") }
                        }
                        try await diary.reach("read")
                        readings.withLock { $0.append(reading) }
                    }
                }
            })
            let ada = try await accounts.create("ada")
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            try await ada.add(["Oslo"])
            try await diary.reach("start ada", times: 2)
            for reading in readings.withLock({ $0 }) { reading.cancel() }
        },
        promise("A module that says that it is in use keeps its account awake until that ends") { ground in
            let use = Mutex<StackUse?>(nil)
            let accounts = try await ground.open(
                limit: 1,
                modules: { account in
                    Modules {
                        Plain(account, ModuleDiary()) { surroundings in
                            if account.user?.email != "ada" { return }
                            let begun = try await surroundings.keepAwake()
                            use.withLock { $0 = begun }
                        }
                    }
                })
            let ada = try await accounts.create("ada")
            let rests = try await ada.stack.rest()
            try expect(!rests, "it is in use")
            let bob = try await accounts.create("bob")
            try expectEqual(ada.stack.status.phase, .started, "phase beyond the limit")
            try expectEqual(ada.modules.report[Plain.self]?.state, .running, "its module")
            use.withLock { $0?.end() }
            _ = try await accounts.account(bob.userID)
            try await ground.reach { ada.stack.status.phase == .resting }
        },
        promise("Beyond the limit modules stop before their account rests") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(
                limit: 1, modules: { account in Modules { Plain(account, diary) } })
            for name in ["ada", "bob", "eve"] { _ = try await accounts.create(name) }
            _ = try await accounts.account(ObjectID("ada"))
            let calls = diary.all.filter { $0.begins(with: "st") }
            let expected = [
                "start ada", "stop ada", "start bob", "stop bob", "start eve", "stop eve", "start ada",
            ]
            try expectEqual(calls, expected, "calls")
        },
        promise("An account with modules rests after a time, although these use it in the end") { ground in
            let (diary, clock) = (ModuleDiary(), DrivenClock())
            let accounts = try await ground.open(
                resting: clock,
                { configuration in
                    var settings = configuration.settings
                    settings.sections["accounts", default: SectionValues()].options["restsAfter"] = "5m"
                    return StackConfiguration(stores: configuration.stores, settings: settings)
                }, modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada")
            try await ground.reach { clock.sleepers.contains(.seconds(300)) }
            clock.advance(to: .seconds(300))
            try await ground.reach { ada.stack.status.phase == .resting }
            try expectEqual(diary.all.last, "stop ada", "before the rest")
        },
        promise("Modules run on where a use comes while they stop for a rest") { ground in
            let diary = ModuleDiary()
            let gate = TaskGate()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    Plain(
                        account, diary,
                        onStop: {
                            diary.note("stopping")
                            await gate.wait()
                        })
                }
            })
            let ada = try await accounts.create("ada")
            let resting = Task { try await ada.stack.rest() }
            try await diary.reach("stopping")
            var reader = ada.stack.observe(Trip.all).makeAsyncIterator()
            _ = try await reader.next()
            gate.open()
            let rests = try await resting.value
            try expect(!rests, "somebody reads")
            try await diary.reach("start ada", times: 2)
            try expectEqual(ada.stack.status.phase, .started, "phase")
            try await ada.add(["Oslo"])
            try expectEqual(try await reader.next()?.map(\.title), ["Oslo"], "what is read")
        },
        promise("Many accounts with modules in turns keep to the limit, and modules to their order") {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(
                limit: 2, modules: { account in Modules { Plain(account, diary) } })
            for number in 0..<5 { _ = try await accounts.create("user \(number)", trips: ["\(number)"]) }
            for number in (0..<15).map({ $0 * 3 % 5 }) {
                let trips = try await accounts.with(ObjectID("user \(number)")) { account in
                    let stack = try await account.modules[Plain.self].stack
                    return try await stack.perform { try $0.fetch(Trip.all).map(\.title) }
                }
                try expectEqual(trips, ["\(number)"], "trips")
            }
            try await accounts.close()
            for number in 0..<5 {
                let calls = diary.all.filter { $0.ends(with: "user \(number)") && $0.begins(with: "st") }
                let expected = (0..<calls.count).map { ($0 % 2 == 0 ? "start" : "stop") + " user \(number)" }
                try expectEqual(calls, expected, "calls")
                try expect(calls.count % 2 == 0, "each start has a stop")
            }
        },
    ]
}
