internal import GranaryStore

extension StorePlace {
    /// The error for a failed call of the operating system about a file, by the number it left.
    func systemError(_ number: Int32, doing what: String) -> GranaryError {
        systemError(number, about: "file", doing: what)
    }
}
