public import FoundationEssentials

extension GranaryError: LocalizedError {
    /// The message, which Foundation's `localizedDescription` shows: what failed and what to do, without the code.
    public var errorDescription: String? { message }
}
