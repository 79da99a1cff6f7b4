#if HTTP
    import Granary

    /// A row of an answer, with the names of properties in Swift.
    struct ReadRow: Sendable {
        /// The properties that were served, or have defaults.
        let members: [JSONMember]
        /// Whether it lacks properties.
        let isPartial: Bool
    }
#endif
