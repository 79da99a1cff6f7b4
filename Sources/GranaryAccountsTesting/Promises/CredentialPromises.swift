import Granary
import GranaryAccounts
import GranaryConformance

/// Whoever asks for a credential gets one that can be used, and one refresh serves all.
enum CredentialPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("A credential that is fresh is given as it is") { ground in
            let ada = try await ground.open().signIn()
            let first = try await ada.tokens
            let second = try await ada.tokens
            try expectEqual(first, second, "tokens")
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
        },
        signInPromise("One that is too old is refreshed before it is given") { ground in
            let ada = try await ground.open().signIn()
            ground.server.expire()
            let answer = try await ada.withCredential { try ground.server.get($0) }
            try expectEqual(answer, 2, "the new token")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("One that the server does not take is refreshed, and the request repeated once") {
            ground in
            let ada = try await ground.open().signIn()
            ground.server.revokeAccess()
            let answer = try await ada.withCredential { try ground.server.get($0) }
            try expectEqual(answer, 2, "the new token")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("A request that is refused twice does not end the sign-in") { ground in
            let ada = try await ground.open().signIn()
            var tries = 0
            do {
                try await ada.withCredential { _ in
                    tries += 1
                    throw CredentialRefused()
                }
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch is CredentialRefused {}
            try expectEqual(tries, 2, "tries")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
            try expectEqual(ada.state.name, "signedIn", "state")
        },
        signInPromise("A request whose refresh is refused ends the sign-in") { ground in
            let ada = try await ground.open().signIn()
            ground.server.revokeAccess()
            ground.server.revokeRefresh()
            try await expectErrorAsync(.denied, "a request") {
                _ = try await ada.withCredential { try ground.server.get($0) }
            }
            try expectEqual(ada.state.name, "refused", "state")
        },
        signInPromise("An error of a request is passed on, and nothing is refreshed") { ground in
            let ada = try await ground.open().signIn()
            try await expectErrorAsync(.unavailable, "a request") {
                try await ada.withCredential { _ in throw GranaryError(.unavailable, "No line.") }
            }
            try expectEqual(ground.server.count(.refresh), 0, "refreshes")
        },
        signInPromise("One refresh serves all who wait") { ground in
            let ada = try await ground.open().signIn()
            ground.server.expire()
            let gate = TaskGate()
            ground.server.answer(.refresh, with: .late(gate))
            let waiting = (0..<20).map { _ in Task { try await ada.tokens } }
            await ground.server.reach(.refresh)
            gate.open()
            for task in waiting { try expectEqual(try await task.value.access, 2, "token") }
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("Whoever is cancelled leaves the refresh to the others") { ground in
            let ada = try await ground.open().signIn()
            ground.server.expire()
            let gate = TaskGate()
            ground.server.answer(.refresh, with: .late(gate))
            let impatient = Task { try await ada.tokens }
            await ground.server.reach(.refresh)
            let patient = Task { try await ada.tokens }
            impatient.cancel()
            try await expectErrorAsync(.cancelled, "the impatient one") { _ = try await impatient.value }
            gate.open()
            try expectEqual(try await patient.value.access, 2, "token")
            try expectEqual(ground.server.count(.refresh), 1, "refreshes")
        },
        signInPromise("Whoever sees that a refresh has failed asks the server anew") { ground in
            let ada = try await ground.open().signIn()
            for _ in 0..<10 {
                ground.server.answer(.refresh, with: .offline)
                let failing = Task { try await ada.refresh() }
                _ = try await ada.reachError("signedIn")
                try await ada.refresh()
                try await expectErrorAsync(.unavailable, "the refresh before") { try await failing.value }
            }
            try expectEqual(ground.server.count(.refresh), 20, "refreshes")
        },
        signInPromise("An authenticator that asks its own account is told so") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            ground.server.answer(
                .refresh, with: .after { _ = try await ada.tokens }, .after { try await ada.refresh() })
            for _ in 0..<2 {
                try await expectErrorAsync(.unsupported, "a refresh") { try await ada.refresh() }
                try expectEqual(ada.state.name, "signedIn", "state")
            }
            ground.server.answer(.signIn, with: .after { try await ada.signIn() })
            try await expectErrorAsync(.unsupported, "a sign-in") { try await ada.signIn() }
            ground.server.answer(.signIn, with: .after { _ = try await accounts.signIn() })
            try await expectErrorAsync(.unsupported, "a new sign-in") { _ = try await accounts.signIn() }
            ground.server.answer(.signOut, with: .after { try await ada.signOut() })
            try await expectErrorAsync(.unsupported, "a sign-out") { try await ada.signOut() }
            try expectEqual(ada.state.name, "signedIn", "state")
        },
        signInPromise("Accounts that are closed give no credential, and take the answer to a last refresh") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, refresh) = await ground.lateRefresh(of: ada)
            let closing = Task { try await accounts.close() }
            try await ground.reach { (try? await accounts.account(ada.userID)) == nil }
            gate.open()
            try await closing.value
            try await refresh.value
            try await expectErrorAsync(.closed, "another refresh") { try await ada.refresh() }
            try await expectErrorAsync(.closed, "a credential") { _ = try await ada.tokens }
            guard ground.ground.keepsStores else { return }
            let same = try await ground.open().account(ada.userID)
            try expectEqual(try await same.tokens.access, 2, "token")
        },
        signInPromise("Whoever closes the accounts a second time waits for the first") { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, isAnswered) = (TaskGate(), AtomicSwitch(isOn: false))
            ground.server.answer(
                .refresh,
                with: .after {
                    await gate.wait()
                    isAnswered.isOn = true
                })
            let refresh = Task { try await ada.refresh() }
            await ground.server.reach(.refresh)
            let first = Task { try await accounts.close() }
            try await ground.reach { (try? await ada.tokens) == nil }
            let second = Task {
                try await accounts.close()
                return isAnswered.isOn
            }
            // Time in which it could close too much.
            for _ in 0..<1_000 { await Task.yield() }
            gate.open()
            let hasWaited = try await second.value
            try expect(hasWaited, "the second has waited")
            try await first.value
            try await refresh.value
        },
        signInPromise("Accounts that close store a last answer after another process has written") {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, refresh) = await ground.lateRefresh(of: ada)
            try await ground.lend(accounts, for: 30, writing: true)
            gate.open()
            try await ground.reachSleeper(until: .milliseconds(50))
            let closing = Task { try await accounts.close() }
            try await ground.reach { (try? await ada.tokens) == nil }
            ground.setTime(31)
            try await ground.run(until: closing)
            try await refresh.value
            guard ground.ground.keepsStores else { return }
            try expectEqual(try await ground.open().account(ada.userID).tokens.access, 2, "token")
        },
        signInPromise(
            "The user of an answer is stored, and one that is as before leaves what was saved meanwhile"
        ) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            let (gate, refresh) = await ground.lateRefresh(of: ada)
            try await accounts.sharedStack.perform { context in
                try context.object(ada.userID)?.name = "Countess"
                try context.save()
            }
            gate.open()
            try await refresh.value
            try expectEqual(ada.user?.name, "Countess", "name")
        },
    ]
}
