extension GranaryError {
    /// A kind of failure; new ones may be added, so a `switch` over them needs a default.
    public struct Code: Sendable, Hashable, RawRepresentable, Codable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = name }

        // MARK: Before anything opens

        /// The configuration is wrong: an unknown key or value, a missing secret, a model without a store.
        public static let configuration = Code("configuration")
        /// The models do not form a valid schema.
        public static let schema = Code("schema")
        /// A configuration names a store type that is not registered.
        public static let unknownStoreType = Code("unknownStoreType")
        /// The stack or store is closed, or not started.
        public static let closed = Code("closed")
        /// The stack is suspended; work continues after `resume()`.
        public static let suspended = Code("suspended")
        /// The stack has been destroyed with its stores, for good.
        public static let destroyed = Code("destroyed")
        /// The backend does not claim the ability asked for; nothing was written.
        public static let unsupported = Code("unsupported")

        // MARK: Opening a store

        /// The store does not exist and may not be created.
        public static let notFound = Code("notFound")
        /// The store's content is damaged; it was left untouched.
        public static let corrupt = Code("corrupt")
        /// The file or database was not made by Granary; it was left untouched.
        public static let foreign = Code("foreign")
        /// A newer version wrote the store; it was left untouched.
        public static let newer = Code("newer")
        /// The store holds other models than the schema; it was left untouched.
        public static let incompatible = Code("incompatible")
        /// Another process or connection holds the store.
        public static let locked = Code("locked")
        /// The operating system or database refused access.
        public static let denied = Code("denied")

        // MARK: Working with a store

        /// No space is left for the store.
        public static let full = Code("full")
        /// Reading or writing failed in the operating system.
        public static let io = Code("io")
        /// The store cannot be reached.
        public static let unavailable = Code("unavailable")
        /// The time allowed has passed.
        public static let timeout = Code("timeout")
        /// The task was cancelled; the work was rolled back.
        public static let cancelled = Code("cancelled")
        /// Another save changed rows that this save was based on.
        public static let conflict = Code("conflict")
        /// A constraint of the schema is violated; ``Context/constraint`` says which kind.
        public static let constraint = Code("constraint")
        /// Objects break rules of their models; ``GranaryError/failures`` names them all.
        public static let validation = Code("validation")
        /// A value cannot be stored: NaN, text with U+0000, a date outside years 1 to 9999.
        public static let invalidValue = Code("invalidValue")
        /// A stored value cannot be read as its attribute's type.
        public static let malformed = Code("malformed")
        /// Arithmetic or a sum left the range of its numbers.
        public static let overflow = Code("overflow")
        /// A query divided an integer or a decimal by zero.
        public static let divisionByZero = Code("divisionByZero")
        /// A query cannot be answered as written.
        public static let query = Code("query")
        /// An implicit load was refused by strict loading.
        public static let strictLoading = Code("strictLoading")
        /// An object is used in a way its state or context does not allow.
        public static let invalidObject = Code("invalidObject")
        /// The connection was lost during a commit, and whether it succeeded could not be determined.
        public static let outcomeUnknown = Code("outcomeUnknown")
        /// A save touching several stores failed after a part of it was committed.
        public static let partialSave = Code("partialSave")
        /// The engine reported something Granary did not expect.
        public static let engine = Code("engine")

        /// Whether repeating the whole unit of work may succeed.
        public var isRetryable: Bool {
            [.locked, .timeout, .unavailable, .conflict, .suspended].contains(self)
        }

        /// Whether the failure may mean that a store cannot be reached or has lost its files, so that it is worth asking.
        package var mayMeanLoss: Bool { self == .unavailable || self == .io }
    }
}

extension GranaryError.Code {
    /// Matches an error that carries this code, so that `catch` can name a code.
    public static func ~= (code: GranaryError.Code, error: any Error) -> Bool {
        (error as? GranaryError)?.code == code
    }
}

extension GranaryError.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { rawValue }
}
