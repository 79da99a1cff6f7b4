import Foundation
import Granary
import GranaryConformance
import GranarySQLite
import Testing

@Model(table: "odd \"table") final class Bird {
    var id: Int
    @Attribute(column: "called") var name: String
    var seen: Date?
    var wingspan: Decimal?
    @Relationship var partner: Bird?
}

/// Questions in SQLite's own language.
@Suite(.timeLimit(.minutes(1))) struct NativeTests {
    private let directory: String
    private let stack: PersistentStack

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("native-\(UUID())").path
        let place = directory
        stack = try await PersistentStack.open(
            try Schema("Birds", models: [Bird.self]),
            configuration: .values([StoreConfiguration(name: "Default", type: .sqlite)], location: place),
            backends: [.sqlite])
        try await stack.perform { context in
            let robin = Bird(id: 1, name: "Robin", seen: Date(timeIntervalSince1970: 5), wingspan: 21.5)
            try context.insert(robin)
            try context.insert(Bird(id: 2, name: "'; DROP TABLE", partner: robin))
            try context.save()
        }
    }

    /// What a native query throws.
    private func problem(_ query: NativeQuery) async throws -> GranaryError? {
        do {
            _ = try await stack.perform { try $0.native(query, from: Bird.self, as: Int.self).count }
            return nil
        } catch let error as GranaryError {
            return error
        }
    }

    private func finish() async throws {
        try await stack.close()
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test func namesComeFromTheSchemaAndValuesAreBound() async throws {
        let fields = Bird.fields
        let found = try await stack.perform { context in
            let name = "'; DROP TABLE"
            return try context.native(
                "SELECT \(fields.name), \(fields.partner) FROM \(Bird.self) WHERE \(fields.name) = \(name)",
                from: Bird.self, as: (String.self, Int?.self)
            ).map { "\($0.0) \($0.1 ?? 0)" }
        }
        #expect(found == ["'; DROP TABLE 1"])
        try await finish()
    }

    @Test func valuesAreReadAsTheirTypes() async throws {
        let fields = Bird.fields
        let first = try await stack.perform { context in
            let day = Date(timeIntervalSince1970: 1)
            let rows = try context.native(
                "SELECT \(fields.seen), \(fields.wingspan), 1.5, NULL FROM \(Bird.self) WHERE \(fields.seen) > \(day)",
                from: Bird.self, as: (Date.self, Decimal.self, Double.self, String?.self))
            return rows.map { "\($0.0.timeIntervalSince1970) \($0.1) \($0.2) \($0.3 ?? "nil")" }
        }
        #expect(first == ["5.0 21.5 1.5 nil"])
        try await finish()
    }

    @Test func theSnapshotIsAnsweredWithoutUnsavedChanges() async throws {
        let counts = try await stack.perform { context in
            try context.insert(Bird(id: 3, name: "new"))
            let before = try context.native(
                "SELECT count(*) FROM \(Bird.self)", from: Bird.self, as: Int.self)
            try context.save()
            let child = context.makeChild(.child)
            let after = try child.native("SELECT count(*) FROM \(Bird.self)", from: Bird.self, as: Int.self)
            return before + after
        }
        #expect(counts == [2, 3])
        try await finish()
    }

    @Test func onlyReadingStatementsRun() async throws {
        for query: NativeQuery in [
            "DELETE FROM \(Bird.self)", "COMMIT", "PRAGMA user_version", "ATTACH 'x' AS y",
            "WITH gone AS (SELECT 1) DELETE FROM \(Bird.self)", "SELECT 1; DELETE FROM \(Bird.self)",
            "SELECT FROM", "SELECT \(Bird.fields.id + 1)", "SELECT 1, 2",
        ] {
            let error = try await problem(query)
            #expect(error?.code == .query, "\(query)")
        }
        #expect(try await stack.perform { try $0.count(Bird.all) } == 2)
        try await finish()
    }

    @Test func decimalsAreComparedAndChosenAmong() async throws {
        let wing = Bird.fields.wingspan
        let (less, same, more) = (Decimal(9), Decimal(21.5), Decimal(100))
        for query: NativeQuery in [
            "SELECT count(\(wing)) FROM \(Bird.self)",
            "SELECT count(*) FROM \(Bird.self) WHERE \(wing) > \(less) AND \(more) > \(wing)",
            "SELECT count(*) FROM \(Bird.self) WHERE \(wing) = \(same) ORDER BY \(wing) DESC LIMIT 3",
            "SELECT 1 FROM \(Bird.self) WHERE \(wing) IS NOT NULL AND \(wing) NOT IN (\(less), \(more))",
            "SELECT count(*) FROM \(Bird.self) WHERE coalesce(\(wing), \(less)) = \(same)",
            "SELECT count(DISTINCT \(wing)) FROM \(Bird.self) WHERE \(wing) BETWEEN \(less) AND \(more)",
            "SELECT id FROM \(Bird.self) WHERE (\(wing)) IS NOT NULL",
            "SELECT count(*) FROM \(Bird.self) WHERE id IN (SELECT max(id) FROM \(Bird.self) WHERE \(wing) <= \(more))",
            "SELECT count(*) FROM \(Bird.self) -- sum(\n GROUP BY \(wing) HAVING max(\(wing)) >= \(same)",
        ] {
            let found = try await stack.perform { try $0.native(query, from: Bird.self, as: Int.self) }
            #expect(found == [1], "\(query)")
        }
        let largest = try await stack.perform { context in
            try context.native(
                "SELECT max(\(wing)) AS w FROM \(Bird.self)", from: Bird.self, as: Decimal?.self)
        }
        #expect(largest == [same])
        try await finish()
    }

    @Test func whatWouldCalculateWithDecimalsIsRefusedByName() async throws {
        let wing = Bird.fields.wingspan
        let (ten, number) = (Decimal(10), 10)
        for query: NativeQuery in [
            "SELECT sum(\(wing)) FROM \(Bird.self)", "SELECT avg( DISTINCT \(wing)) FROM \(Bird.self)",
            "SELECT \(wing) * 2 FROM \(Bird.self)", "SELECT 1 + \(wing) FROM \(Bird.self)",
            "SELECT (\(wing)) * 2 FROM \(Bird.self)",
            "SELECT total(coalesce(\(wing), \(ten))) FROM \(Bird.self)",
            "SELECT id FROM \(Bird.self) WHERE \(wing) > 10",
            "SELECT id FROM \(Bird.self) WHERE \(wing) > \(number)",
            "SELECT id FROM \(Bird.self) WHERE 10 < \(wing)", "SELECT -\(wing) FROM \(Bird.self)",
            "SELECT id FROM \(Bird.self) WHERE \(wing) = \(ten) * 2",
            "SELECT id FROM \(Bird.self) WHERE 2 * \(ten) = \(wing)",
            "SELECT CAST(\(wing) AS REAL) FROM \(Bird.self)", "SELECT max(\(wing)) / 2 FROM \(Bird.self)",
            "SELECT id FROM \(Bird.self) WHERE \(wing) LIKE '2%'", "SELECT round(\(wing)) FROM \(Bird.self)",
            "SELECT sum(CASE WHEN id > 1 THEN \(wing) ELSE 0 END) FROM \(Bird.self)",
            "SELECT id FROM \(Bird.self) WHERE \(Bird.fields.id) < \(ten)",
            "SELECT id FROM \(Bird.self) WHERE \(wing) BETWEEN 1 AND 2",
            "SELECT id FROM \(Bird.self) WHERE \(wing) IN (1, 2)",
            "SELECT id FROM \(Bird.self) WHERE \(wing) IN (\(ten), 2)",
            "SELECT coalesce(\(wing), 0) FROM \(Bird.self)", "SELECT min(\(wing), 5) FROM \(Bird.self)",
        ] {
            let error = try await problem(query)
            #expect(error?.code == .query && error?.message.contains("decimal") == true, "\(query)")
        }
        let named = try await problem("SELECT sum(\(wing)) FROM \(Bird.self)")
        #expect(named?.message.contains("wingspan") == true)
        try await finish()
    }

    @Test func functionsOfDatesRefuseStoredDates() async throws {
        let seen = Bird.fields.seen
        let day = Date(timeIntervalSince1970: 1)
        for query: NativeQuery in [
            "SELECT strftime('%Y', \(seen)) FROM \(Bird.self)", "SELECT date(\(seen)) FROM \(Bird.self)",
            "SELECT unixepoch( ( \(seen) ) ) FROM \(Bird.self)",
            "SELECT julianday(b.\(seen)) FROM \(Bird.self) b",
            "SELECT datetime(coalesce(\(seen), \(day))) FROM \(Bird.self)",
            "SELECT id FROM \(Bird.self) WHERE strftime('%Y', \(day)) = '1970'",
        ] {
            let error = try await problem(query)
            #expect(error?.code == .query && error?.message.contains("microseconds") == true, "\(query)")
        }
        let years = try await stack.perform { context in
            try context.native(
                "SELECT strftime('%Y', \(seen) / 1000000, 'unixepoch') FROM \(Bird.self) WHERE \(seen) > \(day)",
                from: Bird.self, as: String.self)
        }
        #expect(years == ["1970"])
        try await finish()
    }

    @Test func theReadableFormHasPlainValues() async throws {
        let fields = Bird.fields
        let rows = try await stack.perform { context in
            try context.native(
                """
                SELECT strftime('%Y', \(fields.seen)), sum(\(fields.wingspan)), CAST(\(fields.wingspan) AS REAL) * 2 \
                FROM \(readable: Bird.self) WHERE \(fields.name) = \("Robin")
                """,
                from: Bird.self, as: (String.self, Double.self, Double.self)
            ).map { "\($0.0) \($0.1) \($0.2)" }
        }
        #expect(rows == ["1970 21.5 43.0"])
        let day = Date(timeIntervalSince1970: 1)
        let error = try await problem("SELECT id FROM \(readable: Bird.self) WHERE \(fields.seen) > \(day)")
        #expect(error?.code == .query && error?.message.contains("bound date") == true)
        let both = try await problem(
            "SELECT sum(\(fields.wingspan)) FROM \(Bird.self), \(readable: Bird.self)")
        #expect(both?.message.contains("decimals of “wingspan”") == true)
        try await finish()
    }

    @Test func theMessageNamesTheColumnAndNoValue() async throws {
        let error = try await problem("SELECT \(Bird.fields.name) FROM \(Bird.self)")
        #expect(error?.code == .malformed)
        #expect(
            error?.message
                == "Column 1 of the native query, “called”, does not hold a value of the kind integer; ask for another type, or convert it in the query."
        )
        try await finish()
    }
}
