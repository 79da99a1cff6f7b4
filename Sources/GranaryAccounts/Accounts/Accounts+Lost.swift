import FoundationEssentials
import Granary

/// What another process takes away: an account that it forgets, and the place of the guest that it gives to an account.
extension Accounts {
    /// Has the stores at a place opened only while the shared store says whose it is; ends their use here otherwise.
    func requireOwnership(of stack: PersistentStack, _ owner: PlaceOwner) {
        let shared = sharedStack
        // What a forgotten account leaves is nobody's; what the guest has left is somebody's.
        stack.requireOwnership(endingWithStores: !owner.isGuest) { [weak self] in
            // A stack at rest may open its stores on a thread that cannot wait for tasks.
            if try owner.holds(in: shared.makeContext(ContextOptions())) { return true }
            if let self { Task.detached { await self.giveUp(owner) } }
            return false
        }
    }

    /// Ends the use of every open account that another process has forgotten, and of a guest whose place is somebody's.
    func giveUpLost() async {
        // In this order, so that an account that opens in between is in both lists and not in neither.
        let openings = unfinishedOpenings
        let owners = openOwners + [guest.owner]
        // One that is being opened may have been looked at before.
        for opening in openings {
            Task.detached { if let account = try? await opening.value { await self.giveUp(account.owner) } }
        }
        do {
            let lost = try await sharedStack.performOnStores(ContextOptions()) { context in
                try owners.filter { try !$0.holds(in: context) }
            }
            // Each waits for the work in its stores.
            for owner in lost { Task.detached { await self.giveUp(owner) } }
        } catch {
            // The accounts are closed, or the store cannot be read; the next opening of each looks again.
        }
    }

    /// Ends the use of a place here, if it is another one's by now.
    func giveUp(_ owner: PlaceOwner) async {
        do {
            if owner.isGuest { return try await renewGuest() }
            try await letGo(of: AccountRecord.id(of: Login.User.self, owner.user))
        } catch GranaryError.Code.closed {
            // All are.
        } catch {
            sharedStack.unattended.report(
                error, during: .closing,
                "The account at \(owner.place) is another one's or gone, and could not be closed here.")
        }
    }

    /// Closes an account whose record is not there any more, so that nobody opens its stores again: another process has
    /// forgotten it, and maybe made one at another place since.
    ///
    /// - Throws: errors of the shared store; as closing an account.
    func letGo(of id: ObjectID<Login.User>) async throws {
        guard let owner = await openAccount(id)?.owner else { return }
        // Somebody else may have closed it by then, and the user have signed in again, at another place.
        if try await !isOwned(owner) { try await close(id, .wait, at: owner.place) }
    }

    /// Whether the shared store says that a place is whose it is here.
    ///
    /// - Throws: errors of the shared store.
    func isOwned(_ owner: PlaceOwner) async throws -> Bool {
        // Not by a main context that the strategy may have between, which learns later of what others have saved.
        try await sharedStack.performOnStores(ContextOptions()) { try owner.holds(in: $0) }
    }

    // MARK: The guest

    /// Gives the guest the place that is recorded, if another process has given theirs to an account.
    ///
    /// - Throws: errors of the shared store; ``GranaryError/Code/closed``.
    func renewGuest() async throws {
        if try await isOwned(guest.owner) { return }
        // What has begun is finished, also when the task is cancelled.
        let renewing = Task {
            try await self.currentAccount.changing.run { try await self.replaceLostGuest() }
        }
        try await renewing.value
    }

    /// The same within a change of the current account.
    func replaceLostGuest() async throws {
        let former = guest
        if try await isOwned(former.owner) { return }
        var generator = random()
        let place = try await GuestRecord.place(
            in: sharedStack, drawn: AccountPlace.draw(from: &generator), AccountRecord.hour(of: now()))
        let next: Account<Login> = try stacks.makeGuest(at: place)
        guard currentAccount.replaceGuest(by: next) else {
            try? await next.stack.close()
            throw Self.closed
        }
        begin(next)
        await end(former)
    }
}
