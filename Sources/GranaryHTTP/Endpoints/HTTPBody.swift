#if HTTP
    /// How the values of a write are sent.
    public enum HTTPBody: Sendable, Hashable {
        /// As a JSON object.
        case json
        /// As the fields of a form; structured values and changes of many-to-many relationships are in them as JSON.
        case form
    }
#endif
