/// The document that `accounts forget --json` prints.
struct ForgottenAccount: Codable, Sendable, Equatable {
    /// How far it is.
    enum State: String, Codable, Sendable {
        /// Nothing is left.
        case forgotten
        /// Its stores are erased and nobody opens it; the next start of the program deletes the rest.
        case erased
    }

    var place: String
    var state: State
    /// What is left to the program; `nil` where nothing is.
    var rest: String?

    var text: String {
        guard let rest else { return "\(place): forgotten." }
        return "\(place): its stores are erased, and nobody opens it. \(rest)"
    }
}
