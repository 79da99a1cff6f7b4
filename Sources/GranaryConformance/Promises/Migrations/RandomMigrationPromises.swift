import Granary

/// Models that are changed by random steps hold the same as a fresh store filled with the converted rows.
enum RandomMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        let seeds: ClosedRange<UInt64> = ConformanceEffort.current.isLong ? 1...40 : 1...6
        return seeds.map { seed in
            migrates(
                "After random changes of models everything is as in a fresh store of the converted rows (\(seed))"
            ) { scene in
                var program = ModelProgram(seed: ConformanceEffort.current.seed ?? seed)
                try await scene.open(try program.schema()) { try program.insert(into: $0) }
                for _ in 0..<6 {
                    let consents = try program.change()
                    try await scene.open(try program.schema(), consents: consents, keepsLostData: false) {
                        try program.check($0)
                    }
                    try await compareWithFresh(scene, program)
                    try await scene.open(try program.schema(), policy: .refuse) { tables in
                        try program.insert(into: tables)
                        try program.check(tables)
                    }
                    program.settle()
                }
                try await scene.open(try program.schema(), policy: .refuse) { try program.check($0) }
            }
        }
    }

    /// Expects a fresh store that gets the rows of the run to equal the migrated store.
    private static func compareWithFresh(_ scene: MigrationScene, _ program: ModelProgram) async throws {
        let fresh = MigrationScene(scene.bench, at: "fresh")
        try await fresh.open(try program.schema()) { tables in
            for model in program.models { for row in model.rows { try tables.insert(model.name, row) } }
            try program.check(tables)
        }
        if scene.isInspectable {
            let (found, wanted) = (try scene.tables(), try fresh.tables())
            try expectEqual(found, wanted, "the recorded tables after \(program.label)")
        }
        try fresh.end()
    }
}

extension MigrationScene {
    /// Whether the recorded schema of the store can be inspected.
    fileprivate var isInspectable: Bool { bench.harness.backend.type is any InspectableBackend.Type }

    /// The tables that the store has recorded, by name.
    fileprivate func tables() throws -> [StoredTable] {
        try unwrap(inspect(), "the store").schema.tables.sorted { $0.name < $1.name }
    }
}
