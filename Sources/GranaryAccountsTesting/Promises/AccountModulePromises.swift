import Granary
import GranaryAccounts
import GranaryConformance
import Synchronization

/// The modules of an account run while its stores are open, once for each account.
enum AccountModulePromises: SignInPromiseList {
    typealias Plain = DiaryModule<First, NoSignIn<Traveller>>
    typealias Signed = DiaryModule<First, TravelClient>

    static let promises: [ConformancePromise] = [
        promise(
            "The modules of an account have started when it is handed out, and stop before its stores close"
        ) {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Plain(account, diary) } })
            try expectEqual(diary.all, [], "before anybody is open")
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try expect(diary.all.contains("start ada"), "started: \(diary.all)")
            _ = try await accounts.account(ada.userID)
            try await accounts.with(ada.userID) { _ in }
            try expectEqual(diary.all.count { $0 == "start ada" }, 1, "starts")
            try await accounts.close()
            try expectEqual(diary.all.last, "stop ada", "the end")
            try expect(
                !diary.all.contains { $0.ends(with: "guest") }, "the guest was never open: \(diary.all)")
        },
        promise("Each account has modules of its own, with its own stores") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            let bob = try await accounts.create("bob", trips: ["Rome"])
            let first = try await ada.modules[Plain.self]
            let second = try await bob.modules[Plain.self]
            try expect(first !== second, "two modules")
            try expectEqual(try await trips(of: first), ["Oslo"], "trips of the first")
            try expectEqual(try await trips(of: second), ["Rome"], "trips of the second")
            let same = try await accounts.account(ada.userID).modules[Plain.self]
            try expect(same === first, "the same")
        },
        promise("Modules and whoever uses the account learn of each other's saves") { ground in
            let accounts = try await ground.open(modules: { account in
                Modules { Plain(account, ModuleDiary()) }
            })
            let ada = try await accounts.create("ada")
            let stack = try await ada.modules[Plain.self].stack
            var (theirs, own) = (
                ada.stack.observe(Trip.all).makeAsyncIterator(), stack.observe(Trip.all).makeAsyncIterator()
            )
            try expectEqual(try await theirs.next()?.count, 0, "at first")
            try expectEqual(try await own.next()?.count, 0, "at first, of the module")
            try await stack.perform { context in
                try context.insert(Trip("Oslo"))
                try context.save()
            }
            try expectEqual(try await theirs.next()?.map(\.title), ["Oslo"], "what the module has saved")
            try expectEqual(try await own.next()?.count, 1, "what it has itself")
            try await ada.add(["Rome"])
            try expectEqual(
                try await own.next()?.map(\.title).sorted(), ["Oslo", "Rome"], "what the module gets")
        },
        signInPromise("Modules have started when an account is told to be current") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            var told = accounts.currentAccounts.makeAsyncIterator()
            _ = await told.next()
            let signingIn = Task { try await accounts.signIn() }
            let next = await told.next()
            try expect(diary.all.contains("start ada"), "started: \(diary.all)")
            let ada = try await signingIn.value
            try expect(next === ada, "who is current")
            try await accounts.switch(to: accounts.guest)
            try expect(diary.all.contains("start guest"), "the guest too: \(diary.all)")
        },
        signInPromise(
            "Modules of who is restored have started when the accounts are there", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            try await accounts.close()
            let diary = ModuleDiary()
            let again = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            try expect(diary.all.contains("start ada"), "started: \(diary.all)")
            try await again.close()
            try expectEqual(diary.all.last, "stop ada", "the end")
        },
        signInPromise("The guest's modules start at its first use, and stop before somebody adopts its place")
        {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            try await accounts.guest.add(["Oslo"])
            try await diary.reach("start guest")
            let ada = try await accounts.signIn(guest: .adopt)
            let calls = diary.all.filter { $0.begins(with: "start") || $0.begins(with: "stop") }
            try expectEqual(calls, ["start guest", "stop guest", "start ada"], "calls")
            try expectEqual(try await ada.trips, ["Oslo"], "trips")
        },
        signInPromise(
            "Modules stop before the stores of who signs out close, and start with the next sign-in"
        ) {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Signed(account, diary) } })
            let ada = try await accounts.signIn()
            try await ada.signOut()
            try expectEqual(diary.all.last { $0.begins(with: "st") }, "stop ada", "after the sign-out")
            try await expectErrorAsync(.closed, "a module") { _ = try await ada.modules[Signed.self] }
            try await ada.signIn()
            try expectEqual(diary.all.count { $0 == "start ada" }, 2, "starts")
        },
        promise("Modules stop before an account is erased") { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada", trips: ["Oslo"])
            try await accounts.forget(ada.userID)
            try expectEqual(diary.all.last, "stop ada", "the end")
            if ground.hasFiles {
                let left = try FileTree(ground.directory).paths.filter { $0.holds(ada.place) }
                try expectEqual(left, [], "files")
            }
            try expectEqual(try await accounts.create("ada").trips, [], "trips of one who comes back")
            try expectEqual(diary.all.count { $0 == "start ada" }, 2, "starts")
        },
        promise("Modules are stopped while an account is purged", needs: .files) { ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(
                AccountGround.purgingTimetables, modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada")
            try await ada.add(timetables: [1])
            try await ada.purge()
            try await diary.reach("start ada", times: 2)
            let stack = try await ada.modules[Plain.self].stack
            try expectEqual(try await stack.perform { try $0.count(Timetable.all) }, 0, "timetables")
            let calls = diary.all.filter { $0.begins(with: "st") }
            try expectEqual(calls, ["start ada", "stop ada", "start ada"], "calls")
        },
        promise("A stack that is stopped without waiting keeps its stores until the modules have stopped") {
            ground in
            let diary = ModuleDiary()
            let accounts = try await ground.open(modules: { account in Modules { Plain(account, diary) } })
            let ada = try await accounts.create("ada")
            try stopBlocking(ada.stack)
            // It has used its own stack before it notes that.
            try await diary.reach("stop ada late")
            try await ada.stack.start()
            try await diary.reach("start ada", times: 2)
        },
    ]

    private static func trips(of module: Plain) async throws -> [String] {
        try await module.stack.perform { try $0.fetch(Trip.all).map(\.title) }
    }

    private static func stopBlocking(_ stack: PersistentStack) throws { try stack.stop() }
}

extension DiaryModule {
    /// The stack that it works with.
    var stack: PersistentStack {
        get throws {
            guard let given = surroundings.withLock({ $0 }) else {
                throw ConformanceFailure(.broken, "the module has not started")
            }
            return try given.stack
        }
    }
}
