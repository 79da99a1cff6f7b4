/// A commit that has begun; its holder ends the commit, whether it succeeds or fails.
package struct CommitTicket: Sendable {
    /// The number of the commit, larger than that of every commit that began earlier.
    ///
    /// A snapshot that began before the number was drawn does not include the commit.
    package let number: UInt64
    /// Whether it is followed individually, since saves were observed when it began.
    let isFollowed: Bool
}
