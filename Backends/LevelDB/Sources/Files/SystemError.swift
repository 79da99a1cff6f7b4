internal import GranaryStore

extension StorePlace {
    /// The error for a failed call of the operating system about a directory, by the number it left.
    func systemError(_ number: Int32, doing what: String) -> GranaryError {
        systemError(number, about: "directory", doing: what)
    }
}
