/// An error from the code of a migration, which says nothing about whether the store fits, under any error code.
struct MigrationCodeFailure: Error {
    /// The error of the code, which the program gets.
    let cause: any Error

    /// Whether the migration was given up, or is to begin again.
    var isPassing: Bool {
        guard let code = (cause as? GranaryError)?.code else { return false }
        return code == .cancelled || code == .conflict
    }
}
