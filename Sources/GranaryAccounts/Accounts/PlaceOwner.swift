import Granary

/// A place with its owner: a user, or the guest.
struct PlaceOwner: Sendable {
    /// The name of the place.
    let place: String
    /// The key of the user as records hold it; that of nobody for the guest.
    let user: String

    /// Whether it is the guest, whose place another process can give to an account, and nobody forgets.
    var isGuest: Bool { user == AccountRecord.nobody }

    /// Whether the shared store still says so; false too for an account that is being forgotten.
    ///
    /// - Throws: errors of the store.
    func holds(in context: Context) throws -> Bool {
        guard let record = try context.object(ObjectID<AccountRecord>(place)) else { return false }
        // Users whose keys differ in the form of an accent are equal texts.
        return Bytewise.equal(record.user, user) && (isGuest || !record.isForgotten)
    }
}
