public import FoundationEssentials

extension GranaryError: LocalizedError {
    /// The description, which Foundation's `localizedDescription` shows.
    public var errorDescription: String? { description }
}
