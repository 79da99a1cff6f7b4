package import FoundationEssentials
package import Granary

/// The records of accounts in a store that is opened without models, as tools do.
///
/// One thread at a time uses it.
package struct StoredAccounts {
    private static let model = AccountRecord.modelDescription.name
    private let records: StoredRecords

    /// The records of a store.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a store without any.
    package init(_ records: StoredRecords) throws {
        guard Self.table(in: records.schema) != nil else {
            throw GranaryError(
                .notFound,
                "The store has no records of accounts any more: another process has migrated it. Run the command again."
            )
        }
        self.records = records
    }

    /// The table of the records in a store; `nil` for a store without accounts.
    package static func table(in schema: StoredSchema) -> StoredTable? {
        schema.tables.first { $0.model == model }
    }

    // MARK: Reading

    /// All records, in the order of their places.
    ///
    /// - Throws: errors of reading; ``GranaryError/Code/corrupt`` for a row that is no record.
    package func all() throws -> [StoredAccount] {
        let stream = try records.stream(Self.model)
        defer { stream.close() }
        var accounts: [StoredAccount] = []
        while let record = try stream.next() { accounts.append(try StoredAccount(record)) }
        return accounts.sorted { Bytewise.precedes($0.place, $1.place) }
    }

    /// The record of a place; `nil` if there is none.
    ///
    /// - Throws: as ``all()``.
    package func account(at place: String) throws -> StoredAccount? {
        try records.find(Self.model, .text(place)).map(StoredAccount.init)
    }

    // MARK: Changing

    /// Marks an account as forgotten, so that nobody opens it any more, or not.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a place without a record; ``GranaryError/Code/denied`` for that of the
    ///   guest; ``GranaryError/Code/conflict`` if somebody else has changed the record since; errors of saving.
    package func mark(_ place: String, isForgotten: Bool) throws {
        guard let record = try records.find(Self.model, .text(place)) else { throw Self.missing }
        let account = try StoredAccount(record)
        if account.isGuest {
            throw GranaryError(
                .denied,
                "This is the place of the guest, whom every program has, so it is not forgotten; sign in with it, or purge it."
            )
        }
        if account.isForgotten == isForgotten { return }
        record["isForgotten"] = .bool(isForgotten)
        try records.commit { try $0.replace(record) }
    }

    /// Deletes the record of a place that is forgotten, and the user of it, in one commit.
    ///
    /// Delete rules and hooks of models are not carried out, so it is for users that ``StoredUsers/areAlone`` says are.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` where other rows refer to the user; errors of saving.
    package func remove(_ place: String, of users: StoredUsers) throws {
        guard let account = try account(at: place) else { return }
        let key = try users.key(recorded: account.user)
        let isThere = try records.find(users.model, key) != nil
        try records.commit { changes in
            if isThere { try changes.delete(users.model, key) }
            try changes.delete(Self.model, .text(place))
        }
    }

    /// Records that a place is that of a user, who has none.
    ///
    /// A credential that is still kept for the place counts as signed out: it may be of somebody else.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` for a place with a record, and for a user with an account;
    ///   ``GranaryError/Code/notFound`` for a user who is not stored; errors of saving.
    package func assign(_ place: String, to key: ObjectKey, of users: StoredUsers, at time: Date) throws {
        if try account(at: place) != nil { throw Self.hasRecord }
        guard try records.find(users.model, key) != nil else {
            throw GranaryError(
                .notFound,
                "There is no object of \(users.model) with this key, so nobody can have the place; see to the key, or let the program insert the user first.",
                context: .init(entity: users.model))
        }
        let user = try users.recorded(key)
        if try all().contains(where: { Bytewise.equal($0.user, user) }) {
            throw GranaryError(
                .constraint,
                "This user has an account at another place, and one place each is all; forget that one first, if its stores may go.",
                context: .init(entity: users.model))
        }
        let hour = AccountRecord.hour(of: time).timeIntervalSince1970
        try records.commit { changes in
            try changes.insert(
                Self.model,
                [
                    "place": .text(place), "user": .text(user), "lastUsed": .date(Int64(hour) * 1_000_000),
                    "standing": .text(SignInStanding.signedOut.rawValue),
                    // More than any credential before has, so that all of them count as signed out.
                    "credential": .integer(Int64(time.timeIntervalSince1970)),
                    "isCurrent": .bool(false), "leaseWrites": .bool(false), "isForgotten": .bool(false),
                ])
        }
    }

    private static var missing: GranaryError {
        GranaryError(.notFound, "There is no account with a record at this place.")
    }

    private static var hasRecord: GranaryError {
        GranaryError(
            .constraint,
            "The place has a record, so it is somebody's, and is left as it is; see `accounts list`.")
    }
}
