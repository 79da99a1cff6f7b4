import Granary
import GranaryAccounts
import GranaryConformance

/// Modules of an account are told how it stands with the server, between their start and their stop.
enum ModuleStatePromises: SignInPromiseList {
    typealias Signed = DiaryModule<First, TravelClient>

    static let promises: [ConformancePromise] = [
        signInPromise("A module is told of the states between its start and its stop") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            let ada = try await accounts.signIn()
            try await ada.signOut()
            let expected = ["start ada", "ada is signedIn", "ada is signedOut", "stop ada"]
            try expectEqual(diary.all, expected, "what was noted")
        },
        signInPromise("A module of who is restored is told of that first", needs: .persistent) { ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            try await accounts.close()
            let diary = ModuleDiary()
            _ = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            try expectEqual(diary.all.first, "start ada", "the start")
            try await diary.reach("ada is signedIn")
            try expectEqual(
                diary.all, ["start ada", "ada is presession", "ada is signedIn"], "what was noted")
        },
        signInPromise("A module is told of a refusal, and goes on") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            let ada = try await accounts.signIn()
            ground.server.answer(.refresh, with: .refusal)
            try await expectErrorAsync(.denied, "a refresh") { try await ada.refresh() }
            try await diary.reach("ada is refused")
            try expectEqual(ada.modules.report[Signed.self]?.state, .running, "the module")
        },
        signInPromise("After a rest a module is told of the present state again") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            let ada = try await accounts.signIn()
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            _ = try await accounts.account(ada.userID)
            try await diary.reach("ada is signedIn", times: 2)
        },
        signInPromise("A module of the guest is told that it is the guest's") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            _ = try await accounts.guest.trips
            try await diary.reach("guest is guest")
        },
        signInPromise("A module uses the account's credential") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    Signed(account, diary) { _ in
                        let tokens = try await account.tokens
                        diary.note("access \(tokens.access)")
                    }
                }
            })
            let ada = try await accounts.signIn()
            try expectEqual(diary.all.first, "access \(try await ada.tokens.access)", "what was noted")
        },
        signInPromise("A module may sign its account out when it is told of a state") { ground in
            let (diary, gate) = (ModuleDiary(), TaskGate())
            let accounts = try await ground.open(modules: { account in
                Modules {
                    Signed(
                        account, diary,
                        onState: { state in
                            guard case .signedIn = state else { return }
                            await gate.wait()
                            try await account.signOut()
                            diary.note("signed out")
                        })
                }
            })
            let ada = try await accounts.signIn()
            gate.open()
            try await diary.reach("signed out")
            try await ada.reach("signedOut")
            try await ground.reach { diary.all.contains { $0.begins(with: "stop ada") } }
        },
        signInPromise("A plain module beside it is told nothing") { ground in
            struct Plain: Module {
                let diary: ModuleDiary
                func start(in surroundings: ModuleSurroundings) async throws { diary.note("plain") }
                func stop() async {}
            }
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in
                Modules {
                    Plain(diary: diary)
                    Signed(account, diary, needs: [Plain.self])
                }
            })
            let ada = try await accounts.signIn()
            try await ada.signOut()
            try expectEqual(
                diary.all, ["plain", "start ada", "ada is signedIn", "ada is signedOut", "stop ada"],
                "what was noted")
        },
    ]
}
