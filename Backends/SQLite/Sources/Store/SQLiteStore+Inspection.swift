public import GranaryStore

extension SQLiteStore: InspectableBackend {
    /// The content of the file, read in a way that leaves it and its side files unchanged; `nil` without a file.
    public static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        let nothing = StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: "")
        let opening = try StoreOpening(nothing)
        if try opening.files.notes.destination() != nil { return nil }
        if let arrived = try opening.files.arrived() {
            return try StoreInspection(StoreOpening(nothing, at: arrived)).report()
        }
        return try StoreInspection(opening).report()
    }
}
