public import Granary

extension Accounts {
    /// The identity of the user of a record, as ``account(_:)`` takes it; `nil` for the guest, who is nobody.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for a record that does not name a user of the model.
    public func userID(of record: AccountRecord.Snapshot) throws -> ObjectID<Login.User>? {
        if record.user == AccountRecord.nobody { return nil }
        return try AccountRecord.id(of: Login.User.self, record.user)
    }
}
