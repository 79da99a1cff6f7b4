/// A catalogue with its JSON.
///
/// Writing and reading the JSON takes longer than all else that opening a small store does, so each is done once.
package struct EncodedCatalogue: Sendable {
    /// The catalogue.
    package let catalogue: StoreCatalogue
    /// The catalogue as JSON.
    package let json: [UInt8]

    /// Encodes a catalogue.
    ///
    /// - Throws: `GranaryError.Code.engine` if it cannot be encoded, which no catalogue causes.
    package init(_ catalogue: StoreCatalogue) throws {
        self.catalogue = catalogue
        json = try catalogue.json()
    }

    /// Decodes JSON.
    ///
    /// - Throws: `GranaryError.Code.newer` for a later format; `GranaryError.Code.corrupt` if it is not a catalogue.
    package init(json: [UInt8]) throws {
        catalogue = try StoreCatalogue(json: json)
        self.json = json
    }
}
