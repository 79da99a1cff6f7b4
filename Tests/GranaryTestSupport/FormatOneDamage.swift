package import Granary
package import Testing

extension FormatOneModels {
    /// What opens a damaged store of format 1.
    package enum Opener: Sendable, CaseIterable {
        /// Models that it fits.
        case same
        /// Models to which it has to be migrated.
        case changed
    }

    /// Expects a damaged store of format 1 to be refused as corrupt, with its name and a remedy, and to keep every
    /// byte.
    ///
    /// `content` reads all that the store consists of.
    package static func expectCorrupt<Content: Equatable>(
        _ configuration: StoreConfiguration, _ backend: any StoreBackend.Type, by openers: [Opener],
        _ content: () throws -> Content, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try content()
        for opener in openers {
            let schema = try opener == .same ? schema() : changedSchema()
            let request = StoreOpenRequest(
                configuration: configuration, entities: schema.entities, links: schema.links,
                fingerprint: schema.fingerprint)
            let error = failure { try StorePreparation(request, backend).open().close() }
            let text = error.map { "\($0)" } ?? "no error"
            #expect(error?.code == .corrupt, "\(opener): \(text)", sourceLocation: sourceLocation)
            #expect(
                error?.context.store == configuration.name && text.contains(configuration.name),
                "\(opener): \(text)", sourceLocation: sourceLocation)
            #expect(text.contains("backup"), "\(opener): \(text)", sourceLocation: sourceLocation)
            let isUnchanged = try content() == before
            #expect(isUnchanged, "\(opener): the store was changed", sourceLocation: sourceLocation)
        }
    }
}
