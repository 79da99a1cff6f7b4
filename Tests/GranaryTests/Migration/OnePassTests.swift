import GranaryTestSupport
import Testing

@testable import Granary

/// Backends are told which stores are opened for one pass over their rows.
@Suite struct OnePassTests {
    @Test func readersOfRecordsAskForOnePassAndStacksDoNot() throws {
        let configuration = StoreConfiguration(name: "Default", type: StoreType("recording"))
        let schema = try Schema("Empty", models: [])
        #expect(StoreOpenRequest(reading: schema, configuration).isForOnePass)
        let request = StoreOpenRequest(
            configuration: configuration, entities: [], links: [], fingerprint: schema.fingerprint)
        #expect(!request.isForOnePass)
    }
}
