import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranarySQLite

/// Looks at a file without locks, while another process may work with it.
@Suite(.timeLimit(.minutes(1))) struct InspectionTests {
    private let harness: Harness
    private let inspection: StoreInspection

    init() throws {
        harness = try Harness()
        try harness.open().close()
        inspection = StoreInspection(try StoreOpening(harness.request()))
        // So that a write right after this has another time, even where the times of the file system are
        // coarse.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: harness.path)
    }

    /// A process that opens the store, saves, and writes its log back as it ends.
    private func save(_ id: Int) throws {
        try Outsider(harness.path).run(
            "INSERT INTO Team (id, name, granary_version) VALUES (\(id), '\(id)', 1)")
    }

    private func count(_ connection: Connection) throws -> Int64? {
        try connection.integer("SELECT count(*) FROM Team")
    }

    @Test func whatAnotherProcessHasChangedMeanwhileIsReadAgain() throws {
        var reads = 0
        let found = try inspection.reading(whileOpen: false) { connection in
            reads += 1
            let found = try count(connection)
            if reads == 1 { try save(1) }
            return found
        }
        #expect(found == 1 && reads == 2)
    }

    @Test func aMixOfTwoStatesThatLooksDamagedIsReadAgain() throws {
        var reads = 0
        let found = try inspection.reading(whileOpen: false) { connection in
            reads += 1
            if reads > 1 { return try count(connection) }
            try save(1)
            throw GranaryError(.corrupt, "half of it is old")
        }
        #expect(found == 1 && reads == 2)
    }

    @Test func aProcessThatSavesAgainAndAgainIsKeptAwayByLocks() throws {
        var reads = 0
        let found = try inspection.reading(whileOpen: false) { connection in
            let found = try count(connection)
            try save(reads)
            reads += 1
            return (found, try count(connection))
        }
        // The last reading has a snapshot of what is committed, and a later statement a later one.
        #expect(found.0 == 3 && found.1 == 4 && reads == 4)
    }

    @Test func damageThatNobodyIsMakingStaysDamage() throws {
        var reads = 0
        let error = try #require(
            throws: GranaryError.self,
            performing: {
                try inspection.reading(whileOpen: false) { _ in
                    reads += 1
                    throw GranaryError(.corrupt, "damaged")
                }
            })
        #expect(error.code == .corrupt && reads == 1)
        #expect(harness.directory.names == ["default.sqlite"])
    }
}
