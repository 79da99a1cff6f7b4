/// A step of a sign-in, a refresh, a change of the current account, or forgetting, at which tests end the process.
package enum AccountPoint: String, Sendable, CaseIterable {
    /// The lease for another credential is taken, and the server was not asked.
    case beforeAsking
    /// The server has answered a refresh, and nothing of that is stored.
    case answered
    /// The guest's place is leased for the adoption.
    case guestLeased
    /// A credential is about to be stored.
    case beforeStoring
    /// The credential is stored, and the record does not know of it.
    case secretStored
    /// The record, with the user, is stored, and nothing is shown of it.
    case recorded
    /// The account is open, and not recorded as the current one.
    case beforeCurrent
    /// It is recorded as the current one, and nobody was notified.
    case currentRecorded
    /// Nobody uses an account that is to be forgotten, and it is not marked.
    case beforeMarking
    /// It is marked, and nothing is erased.
    case marked
    /// Its stores are erased.
    case storesErased
    /// Its credential is removed too.
    case secretRemoved
    /// Its record and its user are gone, and the call that forgets it has not returned.
    case forgotten
}
