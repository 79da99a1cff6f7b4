extension Accounts {
    /// What becomes of the guest's data when a user signs in; new cases may be added.
    public enum GuestData: Sendable {
        /// They stay the guest's.
        case keep
        /// The account that the sign-in makes takes the guest's place over, with all that is there; the guest has another,
        /// empty one from then on. A user who has an account already cannot take it, and nobody can
        /// (``GranaryError/Code/locked``) while another process has its stores open, where the engine can detect that.
        case adopt
        /// A closure moves what it wants from the first account, the guest's, to the second one, before that becomes the
        /// current one; if it throws, the user is signed in, and the former account stays current.
        case move(@Sendable (Account<Login>, Account<Login>) async throws -> Void)
    }
}
