package import GranaryStore

extension GranaryError {
    /// Whether the error of reading selected values is one that the core has to find itself, with its exact place.
    package var leavesSelectToCore: Bool {
        [.overflow, .divisionByZero, .invalidValue, .malformed].contains(code)
    }
}
