internal import GRDB
internal import Workload

/// The operations that make no records.
enum SharedReading {
    static func count(_ database: any DatabaseWriter) async throws -> Outcome {
        try await Outcome {
            try await database.read { db in try Int64.fetchOne(db, sql: SharedStatements.count) ?? 0 }
        }
    }

    static func aggregate(_ database: any DatabaseWriter) async throws -> Outcome {
        try await Outcome {
            try await database.read { db in
                var sum = 0.0
                let rows = try Row.fetchCursor(db, sql: SharedStatements.aggregate)
                while let row = try rows.next() { sum += (row[1] as Double) * Double(row[2] as Int) }
                return Int64(sum * 1_000)
            }
        }
    }
}
