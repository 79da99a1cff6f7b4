/// Identifies a store in errors, with its place.
package struct StorePlace: Sendable, Hashable {
    /// The type of the store.
    package let type: StoreType
    /// The name of the store's configuration.
    package let store: String
    /// The file or directory; for a store on a server, its address without user and password; `nil` for a store without
    /// a place.
    package let path: String?

    /// Names a store.
    package init(_ type: StoreType, store: String, path: String?) {
        self.type = type
        self.store = store
        self.path = path
    }

    /// An error about this store.
    package func error(
        _ code: GranaryError.Code, _ message: String, engineCode: Int32? = nil, cause: (any Error)? = nil
    ) -> GranaryError {
        var error = GranaryError(code, message, cause: cause)
        error.context.storeType = type.name
        error.context.store = store
        error.context.path = path
        error.context.engineCode = engineCode.map(Int.init)
        return error
    }

    /// The error for a failed call of the operating system, by its error number.
    ///
    /// `thing` says whether the store is a file or a directory.
    package func systemError(_ number: Int32, about thing: String, doing what: String) -> GranaryError {
        let failure = SystemFailure(number, about: thing)
        return error(failure.code, "The system failed while \(what): \(failure.advice)", engineCode: number)
    }

    /// The error with this store added to its context; a path it names is kept, and errors of other types are
    /// unchanged.
    package func named(_ error: any Error) -> any Error {
        guard var error = error as? GranaryError else { return error }
        error.context.storeType = type.name
        error.context.store = store
        error.context.path = error.context.path ?? path
        return error
    }

    /// The error of an open store whose file or directory is no longer at its place, by ``Store/requireInPlace()``.
    ///
    /// `thing` says whether the store is a file or a directory, and `isReplaced` whether another one is there.
    package func lostWhileOpen(_ thing: String, isReplaced: Bool) -> GranaryError {
        error(
            .io,
            isReplaced
                ? "Another \(thing) has taken the place of the store's while it was open, so what is open here has no name any more, and nothing is written to it. Start the program again to go on with what is there now, or put the former one back in its place."
                : "The store's \(thing) was removed or moved away while it was open, so nobody will find again what is open here, and nothing is written to it. Move it back, and work goes on; or restore a backup, and start the program again."
        )
    }
}
