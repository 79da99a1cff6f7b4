extension StoreConfiguration {
    /// The longest place of one of many stores, in characters.
    package static let longestPlace = 32

    /// The configuration of the store at one place, where this one describes many (``isPerAccount``).
    ///
    /// The standard place of its kind comes first, then this: what has a location is at no standard place any more.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a place that is not 1 to 32 lower-case letters and digits of
    ///   ASCII; as ``StoreBackend/configuration(_:inPlace:)``; ``GranaryError/Code/unknownStoreType``.
    package func inPlace(_ place: String, _ registry: StoreRegistry) throws -> StoreConfiguration {
        guard Self.isPlace(place) else {
            throw GranaryError(
                .configuration,
                "A place among the stores of “\(name)” must have 1 to \(Self.longestPlace) lower-case letters and digits."
            )
        }
        var one = try registry.backend(for: type).configuration(self, inPlace: place)
        one.isPerAccount = false
        one.accountPlace = place
        return one
    }

    /// Whether a text can be a place: 1 to 32 lower-case letters and digits of ASCII.
    package static func isPlace(_ text: String) -> Bool {
        let isLong = text.utf8.count > longestPlace
        return !text.isEmpty && !isLong
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: false
                }
            }
    }
}
