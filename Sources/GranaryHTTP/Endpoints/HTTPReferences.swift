#if HTTP
    /// How relationships to one are written in JSON.
    public enum HTTPReferences: Sendable, Hashable {
        /// As the key of the object: `"airline": "UA"`; a compound key is an object of its parts.
        case keys
        /// As an object that has the key among its members: `"airline": {"code": "UA", "name": "United"}`. What is sent
        /// has the key alone. A key is accepted too.
        case objects
    }
#endif
