import Granary
import GranaryAccounts
import GranaryConformance

/// A module that fails, hangs, or is listed wrongly ends no account.
enum ModuleFailurePromises: SignInPromiseList {
    typealias One = DiaryModule<First, TravelClient>
    typealias Two = DiaryModule<Second, TravelClient>
    typealias Three = DiaryModule<Third, TravelClient>

    private struct Trouble: Error {}

    static let promises: [ConformancePromise] = [
        signInPromise("A module that fails ends no account, and is reported with the account's place alone") {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    One(account, diary, as: "one") { _ in throw Trouble() }
                    Two(account, diary, as: "two", needs: [One.self])
                    Three(account, diary, as: "three")
                }
            })
            var errors = accounts.sharedStack.errors.makeAsyncIterator()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
            try expectEqual(diary.all.filter { $0.begins(with: "start") }, ["start three of ada"], "starts")
            for _ in 0..<2 {
                guard let told = await errors.next() else {
                    throw ConformanceFailure(.broken, "nothing told")
                }
                try expectEqual(told.work, .modules, "work")
                try expectEqual(told.error.code, .moduleFailed, "code")
                try expect(told.error.message.contains(ada.place), "the place: \(told)")
                try expect(!"\(told)".contains(" ada"), "no user: \(told)")
            }
            try expectEqual(ada.modules.report.failures.count, 2, "in the report")
            try await expectErrorAsync(.moduleFailed, "the module") { _ = try await ada.modules[Two.self] }
            _ = try await ada.modules[Three.self]
        },
        signInPromise("Each opening of the stores starts what has failed before") { ground in
            let (diary, isBroken) = (ModuleDiary(), AtomicSwitch(isOn: true))
            let accounts = try await ground.open(modules: { account in
                Modules { One(account, diary) { _ in if isBroken.isOn { throw Trouble() } } }
            })
            let ada = try await accounts.signIn()
            try expectEqual(ada.modules.report[One.self]?.state, .failed, "at first")
            isBroken.isOn = false
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            _ = try await accounts.account(ada.userID)
            try expectEqual(ada.modules.report[One.self]?.state, .running, "then")
        },
        signInPromise("A module that does not start is waited for until its limit") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    ModuleEntry(
                        One(account, diary) { [clock = ground.clock] _ in
                            try await clock.sleep(for: .seconds(3_600))
                        }, limit: .seconds(30))
                }
            })
            var errors = accounts.sharedStack.errors.makeAsyncIterator()
            let signingIn = Task { try await accounts.signIn() }
            try await ground.reachSleeper(until: .seconds(3_600))
            try await ground.reachSleeper(until: .seconds(30))
            try expect(accounts.current === accounts.guest, "nobody is told of yet")
            ground.clock.advance(to: .seconds(30))
            let ada = try await signingIn.value
            try expect(accounts.current === ada, "who is current")
            try expectEqual(await errors.next()?.error.code, .timeout, "what is told")
        },
        signInPromise("A module that does not stop is waited for until its limit") { ground in
            let (diary, gate) = (ModuleDiary(), TaskGate())
            let accounts = try await ground.open(modules: { account in
                Modules {
                    ModuleEntry(
                        One(
                            account, diary,
                            onStop: {
                                diary.note("stopping")
                                await gate.wait()
                            }), stopLimit: .seconds(10))
                }
            })
            let ada = try await accounts.signIn()
            let leaving = Task { try await ada.signOut() }
            try await diary.reach("stopping")
            try await ground.reachSleeper(until: .seconds(10))
            try expectEqual(ada.stack.status.phase, .started, "the stores meanwhile")
            ground.clock.advance(to: .seconds(10))
            try await leaving.value
            try expectEqual(ada.modules.report.failures.map(\.stopFailure?.code), [.timeout], "in the report")
            gate.open()
        },
        signInPromise("An account that signs out cancels a module that still starts") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    ModuleEntry(
                        One(account, diary) { [clock = ground.clock] _ in
                            diary.note("starting")
                            try await clock.sleep(for: .seconds(20))
                        }, .afterwards)
                }
            })
            let ada = try await accounts.signIn()
            try await diary.reach("starting")
            try await ada.signOut()
            try expectEqual(ada.modules.report[One.self]?.state, .stopped, "state")
            try expectEqual(diary.all, ["starting"], "what was noted")
        },
        signInPromise("A list that cannot be started is an error of the opening, before anything starts") {
            ground in
            let diary = ModuleDiary()
            let error = try await expectErrorAsync(.modules, "twice, and one missing") {
                _ = try await ground.open(modules: { account in
                    Modules {
                        One(account, diary)
                        One(account, diary)
                        Two(account, diary, needs: [Three.self])
                    }
                })
            }
            try expect(error.message.contains("\(Three.self)"), "what is missing: \(error)")
            try expectEqual(diary.all, [], "starts")
        },
        signInPromise("A list of one account that cannot be started leaves the account without modules") {
            ground in
            let accounts = try await ground.open(modules: { account in
                let one = One(account, ModuleDiary())
                return account.id == nil ? Modules { one } : Modules([ModuleEntry(one), ModuleEntry(one)])
            })
            var errors = accounts.sharedStack.errors.makeAsyncIterator()
            let ada = try await accounts.signIn()
            try expectEqual(await errors.next()?.error.code, .modules, "what is told")
            try await ada.add(["Oslo"])
            try await expectErrorAsync(.modules, "a module") { _ = try await ada.modules[One.self] }
            _ = try await accounts.guest.modules[One.self]
        },
        signInPromise("Doubles take the places of modules") { ground in
            let (diary, other) = (ModuleDiary(), ModuleDiary())
            let accounts = try await ground.open(modules: { account in
                Modules { One(account, diary) }.replacing(One.self, with: One(account, other, as: "double"))
            })
            _ = try await accounts.signIn()
            try expect(other.all.contains("start double of ada"), "starts: \(other.all)")
            try expectEqual(diary.all, [], "of the other")
        },
        signInPromise("A type that is not listed is not found, also without modules") { ground in
            for modules: (@Sendable (SignInGround.TravelAccount) -> Modules)? in [
                nil, { _ in Modules([]) }, { account in Modules { One(account, ModuleDiary()) } },
            ] {
                let accounts = try await ground.open(modules: modules)
                let guest = accounts.guest
                try await expectErrorAsync(.notFound, "a module") { _ = try await guest.modules[Two.self] }
                try expectEqual(guest.stack.status.phase, .resting, "what is not found opens nothing")
                try await accounts.close()
            }
        },
    ]
}
