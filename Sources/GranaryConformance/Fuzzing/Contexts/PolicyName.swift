import Granary

/// A merge policy by name.
enum PolicyName: String, Sendable, CaseIterable {
    case error, storeWins, memoryWins, rollback, overwrite, perProperty

    /// The policy.
    var policy: MergePolicy {
        switch self {
        case .error: .error
        case .storeWins: .storeWins
        case .memoryWins: .memoryWins
        case .rollback: .rollback
        case .overwrite: .overwrite
        case .perProperty: .perProperty
        }
    }
}
