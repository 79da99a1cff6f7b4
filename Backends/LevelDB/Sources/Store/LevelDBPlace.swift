internal import Granary

/// Which store errors are about, and where it is.
struct LevelDBPlace: Sendable, Hashable {
    /// The name of the store's configuration.
    let store: String
    /// The directory with the database.
    let path: String

    /// An error about this store.
    func error(_ code: GranaryError.Code, _ message: String, engineCode: Int32? = nil) -> GranaryError {
        var error = GranaryError(code, message)
        error.context.storeType = StoreType.leveldb.name
        error.context.store = store
        error.context.path = path
        error.context.engineCode = engineCode.map(Int.init)
        return error
    }

    /// The error for a failed call of the operating system, by the number it left.
    func systemError(_ number: Int32, doing what: String) -> GranaryError {
        let failure = SystemFailure(number, about: "directory")
        return error(failure.code, "The system failed while \(what): \(failure.advice)", engineCode: number)
    }
}
