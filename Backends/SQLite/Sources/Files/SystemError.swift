internal import Granary

extension StorePlace {
    /// The error for a failed call of the operating system, by the number it left.
    func systemError(_ number: Int32, doing what: String) -> GranaryError {
        let failure = SystemFailure(number, about: "file")
        return error(failure.code, "The system failed while \(what): \(failure.advice)", engineCode: number)
    }
}
