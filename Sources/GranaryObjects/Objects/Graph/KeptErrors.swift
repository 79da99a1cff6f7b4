/// Errors of one context that cannot be thrown where they happen, until the next save or the end of the unit of work.
struct KeptErrors {
    /// The first error.
    private var first: GranaryError?
    /// The objects that have left because others have deleted them.
    private var gone = GoneObjects()

    /// Starts empty.
    init() {}

    /// Keeps an error; the next save, or the end of the unit of work, throws it.
    mutating func keep(_ error: GranaryError) {
        // Later errors are often consequences, since a relationship that failed to load has read as empty.
        if first == nil { first = error }
    }

    /// Keeps the error of a relationship that cannot be loaded.
    mutating func keep(_ error: any Error, loading relationship: Relationship) {
        if let error = error as? GranaryError, error.code == .cancelled { return keep(error) }
        keep(
            GranaryError(
                (error as? GranaryError)?.code ?? .unavailable,
                "Loading \(relationship.label) failed, so it read as empty. Correct the cause and roll back.",
                context: .init(entity: relationship.owner.name, properties: [relationship.name]), cause: error
            ))
    }

    /// Keeps the error of a change of an object that is deleted.
    mutating func keepChange(of object: any Model, after reason: String, _ properties: [String] = []) {
        keep(Self.change(of: object, after: reason, properties))
    }

    /// Throws the first error, if there is one; it stays until it is forgotten.
    ///
    /// It also throws if the program has changed an object that others have deleted, which nothing would save.
    mutating func throwFirst() throws {
        if let first { throw first }
        if let object = gone.changed() { throw Self.change(of: object, after: "others had deleted it") }
    }

    /// Notes an object that has left the context because others have deleted its row.
    mutating func keepGone(_ object: any Model) { gone.add(object) }

    /// Forgets the error, and the changes of objects that others have deleted.
    mutating func clear() {
        first = nil
        gone.discardChanges()
    }

    /// Forgets the error, and which objects others have deleted.
    mutating func removeAll() {
        clear()
        gone.removeAll()
    }

    private static func change(
        of object: any Model, after reason: String, _ properties: [String] = []
    ) -> GranaryError {
        let name = type(of: object).modelDescription.name
        var error = GranaryError(
            .invalidObject,
            "An object of \(name) was changed after \(reason), so nothing would store the change. Roll back, and leave the object alone or insert it again.",
            context: .init(entity: name, properties: properties))
        error.context.key = object.erasedKey
        return error
    }
}
