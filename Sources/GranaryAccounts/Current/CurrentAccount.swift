import Granary
import Synchronization

/// Who is current in this process, who the guest is, and who follows that.
final class CurrentAccount<Login: Authenticator>: Sendable {
    /// Gets the present account and each later one, in order, and `nil` at the end.
    typealias Follower = @Sendable (Account<Login>?) -> Void

    private struct Contents {
        var guest: Account<Login>
        var present: Account<Login>
        var restoration: (any Error)?
        var followers: [Int: Follower] = [:]
        var lastFollower = 0
        var isEnded = false

        /// Changes the current account, and notifies readers.
        mutating func tell(_ account: Account<Login>) {
            if account === present || isEnded { return }
            present = account
            // All followers get the accounts in the same order, so the lock is kept.
            for follower in followers.values { follower(account) }
        }
    }

    /// Lets one change of who is current through at a time, from its first step to the last.
    let changing = CallGate()
    private let contents: Mutex<Contents>

    /// Begins with the guest.
    init(guest: Account<Login>) { contents = Mutex(Contents(guest: guest, present: guest)) }

    // MARK: Looking

    /// The current account.
    var present: Account<Login> { contents.withLock { $0.present } }
    /// The account of nobody.
    var guest: Account<Login> { contents.withLock { $0.guest } }
    /// The error of the account that was current last, if it could not be opened.
    var restoration: (any Error)? { contents.withLock { $0.restoration } }

    /// The present account and each later one, until ``end()``; a reader that is slow misses the oldest.
    var accounts: AsyncStream<Account<Login>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Account<Login>.self, bufferingPolicy: .bufferingNewest(100))
        let number = follow { account in
            if let account { continuation.yield(account) } else { continuation.finish() }
        }
        continuation.onTermination = { [weak self] _ in self?.unfollow(number) }
        return stream
    }

    /// Begins to follow, with the present account; the closure is called under a lock, so it only notes what it gets.
    func follow(_ follower: @escaping Follower) -> Int {
        let (number, isEnded) = contents.withLock { contents in
            contents.lastFollower += 1
            follower(contents.present)
            if !contents.isEnded { contents.followers[contents.lastFollower] = follower }
            return (contents.lastFollower, contents.isEnded)
        }
        if isEnded { follower(nil) }
        return number
    }

    /// Ends what ``follow(_:)`` has begun.
    func unfollow(_ number: Int) {
        // What the follower holds is released outside of the lock.
        _ = contents.withLock { $0.followers.removeValue(forKey: number) }
    }

    // MARK: Changing

    /// Makes an account that is recorded as current the current one, and notifies readers.
    func tell(_ account: Account<Login>) { contents.withLock { $0.tell(account) } }

    /// Makes the guest the current account, if this one is.
    ///
    /// What has begun is finished, also when the task is cancelled.
    func leave(_ account: Account<Login>) async {
        let leaving = Task {
            try await self.changing.run {
                self.contents.withLock { if $0.present === account { $0.tell($0.guest) } }
            }
        }
        // Only a task that is cancelled does not get through.
        _ = await leaving.result
    }

    /// Has another guest from now on; false after the end, where nobody would close it.
    func replaceGuest(by guest: Account<Login>) -> Bool {
        contents.withLock { contents in
            if contents.isEnded { return false }
            contents.guest = guest
            return true
        }
    }

    /// Keeps the error of an account that was current last.
    func keep(_ restoration: any Error) { contents.withLock { $0.restoration = restoration } }

    /// Ends the streams of those who follow.
    func end() {
        let followers = contents.withLock { contents in
            contents.isEnded = true
            defer { contents.followers = [:] }
            return contents.followers.values
        }
        for follower in followers { follower(nil) }
    }
}
