import FoundationEssentials
import Granary

/// What the record of an account says about its sign-in, and the lease for changing it.
///
/// A credential is replaced in steps that no other process can undo: the lease is taken for writing, the secret is
/// stored, and the record gets its number and gives the lease back. A lease for asking the server, which takes longer,
/// gives way to one for writing.
struct SignInRecord: Sendable {
    /// What a record says.
    struct Contents: Sendable {
        let number: Int
        let standing: SignInStanding
    }

    enum Purpose {
        case asking, writing
    }

    enum Taking: Sendable {
        /// The lease is the caller's; the record says so much.
        case taken(Contents)
        /// Another process, or sign-in, has been here since.
        case changed(Contents)
        /// Another one has the lease.
        case busy(holder: String)
    }

    /// How long a credential takes to be stored, at most.
    private static let writing = Duration.seconds(30)
    /// What is added to a name for writing, so that a holder for asking waits also for writers in the same process.
    private static let suffix = "+"

    /// The shared stores.
    let stack: PersistentStack
    let place: String
    /// The name of the holder that takes leases here for asking.
    let holder: String
    let asking: Duration
    let now: @Sendable () -> Date

    /// What the record says.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` without a record; errors of the store.
    func read() async throws -> Contents {
        let place = place
        return try await stack.perform { try Self.record(place, $0).contents }
    }

    /// Takes the lease to replace the credential with a number, or any, unless another one has it.
    ///
    /// A holder who is `passed` has had it for longer than it lasts, regardless of the clocks.
    func take(for purpose: Purpose, replacing number: Int?, past passed: String? = nil) async throws -> Taking
    {
        let (place, holder, time) = (place, name(for: purpose), now())
        let length = purpose == .writing ? Self.writing : asking
        let longest = max(Self.writing, asking)
        return try await change { context in
            let record = try Self.record(place, context)
            if let number {
                if record.credential > number || record.credential == number && record.standing != .signedIn {
                    return .changed(record.contents)
                }
                // The process that has stored that one was killed before the record had it.
                if record.credential < number {
                    record.credential = number
                    record.standing = .signedIn
                }
            }
            let isHeld = record.isHeld(byOtherThan: [holder, passed], at: time, longest)
            if let other = record.lease, isHeld, purpose == .asking || record.leaseWrites {
                return .busy(holder: other)
            }
            record.lease = holder
            record.leaseEnds = time.addingTimeInterval(length.seconds)
            record.leaseWrites = purpose == .writing
            try context.save()
            return .taken(record.contents)
        }
    }

    /// Notes a credential that is stored, or a sign-out, and gives the lease back; false if somebody else has it now.
    func note<User: ModelSnapshot>(
        _ number: Int, _ standing: SignInStanding, user: User?, by purpose: Purpose = .writing,
        keepsLease: Bool = false
    ) async throws -> Bool {
        let (place, holder) = (place, name(for: purpose))
        return try await change { context in
            let record = try Self.record(place, context)
            // Another process that has found the secret may have noted it.
            guard record.lease == holder || record.credential == number else { return false }
            record.credential = number
            record.standing = standing
            if standing == .signedOut { record.isCurrent = false }
            if !keepsLease, record.lease == holder { record.endLease() }
            if let user { try context.upsert([user]) }
            try context.save()
            return true
        }
    }

    /// Notes that the server has refused a credential, and gives the lease back; what the record says if another one is
    /// there now.
    func noteRefusal(of number: Int) async throws -> Contents? {
        let (place, holder) = (place, holder)
        return try await change { context in
            let record = try Self.record(place, context)
            let isPresent = record.credential == number && record.standing == .signedIn
            if isPresent { record.standing = .refused }
            if record.lease == holder { record.endLease() }
            try context.save()
            return isPresent ? nil : record.contents
        }
    }

    /// Gives the lease back.
    func release(_ purpose: Purpose) async throws {
        let (place, holder) = (place, name(for: purpose))
        try await change { context in
            let record = try Self.record(place, context)
            guard record.lease == holder else { return }
            record.endLease()
            try context.save()
        }
    }

    private func name(for purpose: Purpose) -> String {
        purpose == .writing ? holder + Self.suffix : holder
    }

    private func change<R: Sendable>(_ body: @escaping @Sendable (Context) throws -> R) async throws -> R {
        try await stack.perform(.ofRecords, body)
    }

    private static func record(_ place: String, _ context: Context) throws -> AccountRecord {
        let record = try context.fetch(AccountRecord.where { $0.place == place }).first
        guard let record, !record.isForgotten else { throw GranaryError.forgotten }
        return record
    }
}

extension AccountRecord {
    fileprivate var contents: SignInRecord.Contents {
        SignInRecord.Contents(number: credential, standing: standing)
    }

    fileprivate func isHeld(
        byOtherThan holders: [String?], at time: Date, _ longest: Duration
    ) -> Bool {
        guard let lease, let leaseEnds, !holders.contains(lease) else { return false }
        let rest = leaseEnds.timeIntervalSince(time)
        // One that lasts longer than any was taken before the clock was set back.
        return rest > 0 && rest <= longest.seconds + 1
    }

    /// Gives the lease back.
    func endLease() {
        lease = nil
        leaseEnds = nil
        leaseWrites = false
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}
