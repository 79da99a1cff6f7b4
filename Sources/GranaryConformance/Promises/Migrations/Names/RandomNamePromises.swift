import Granary

/// Names are used again, exchanged and passed on, and every value stays with its property.
enum RandomNamePromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        let isLong = ConformanceEffort.current.isLong
        return (0..<10).map { part in
            migrates("However names are used again, every value and pair stays with its own (\(part + 1))") {
                scene in
                let seeds = (0..<UInt64(isLong ? 100 : 4)).map { $0 * 10 + UInt64(part) + 1 }
                for seed in ConformanceEffort.current.seed.map({ [$0] }) ?? seeds {
                    try await run(NameProgram(seed: seed), scene, changes: isLong ? 6 : 2)
                }
            }
        }
    }

    private static func run(_ program: NameProgram, _ scene: MigrationScene, changes: Int) async throws {
        var program = program
        try await scene.open(try program.models.schema()) { tables in
            try program.insert(into: tables)
            try program.insert(into: tables)
            try program.check(tables)
        }
        for number in 1...changes {
            let change = try program.change()
            do {
                try await scene.open(change.schema, consents: change.consents, keepsLostData: false) {
                    tables in
                    try program.check(tables)
                    try program.insert(into: tables)
                }
                if number < changes { continue }
                try await scene.open(change.schema, policy: .refuse) { try program.check($0) }
            } catch let error as GranaryError {
                throw GranaryError(error.code, "\(error.message) After \(program.label).", cause: error)
            }
        }
        try scene.end()
    }
}
