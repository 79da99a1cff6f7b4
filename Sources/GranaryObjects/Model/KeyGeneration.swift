/// How a key is generated.
public enum _KeyGeneration: Sendable, Hashable {
    /// The program sets it.
    case byProgram
    /// A time-ordered UUID, made at insertion.
    case timeOrderedUUID
    /// An integer from a block that the store reserves, at insertion.
    case reservedInteger
}
