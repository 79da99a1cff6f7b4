import Granary

/// Random programs with fixed seeds have the same results on a backend as on the reference store.
///
/// Seeds that once found a fault stay in the list, so that every backend is checked for it; ``ConformanceFuzzer``
/// and ``ContextFuzzer`` run any others.
enum ProgramPromises: PromiseList {
    static let category = ConformanceCategory.differential

    static var promises: [ConformancePromise] {
        storeSeeds.map(storeProgram) + contextSeeds.map(contextProgram) + [
            observations, mergers, unitsOfWork,
        ]
    }

    private static let storeSeeds: [UInt64] = [101, 102, 103, 104, 105, 106]
    private static let contextSeeds: [UInt64] = [
        201, 202, 203,
        // Rows that a residual condition had excluded stayed in the identity map, so inserting their keys was refused.
        219_619_842, 655_640_981, 67_296_951, 954_741_597, 24_543_143,
    ]

    /// Programs that once lost an update, left a pair or a deletion half done, kept a ghost or ignored a conflict.
    private static let workSeeds: [UInt64] = [
        7, 17, 42, 61, 68, 91, 118, 143, 156, 177, 195, 236, 1_072, 1_112, 1_234, 1_373, 1_661, 2_237, 2_630,
        2_901,
        3_307, 3_476, 3_598, 521,
    ]

    private static let observingSeeds: [UInt64] = [1, 2, 3]

    private static let observations = promise(
        "Random contexts that observe and reconcile do as plain Swift foresees", .united
    ) { bench in
        for seed in observingSeeds {
            try await ContextFuzzer(bench.harness, .observers).run(seed: seed).get()
        }
    }

    private static let mergingSeeds: [UInt64] = [1]

    private static let mergers = promise(
        "Random contexts that merge by rule, have children and undo do as plain Swift foresees",
        .united
    ) { bench in
        for seed in mergingSeeds { try await ContextFuzzer(bench.harness).run(seed: seed).get() }
    }

    private static let unitsOfWork = promise(
        "The random units of work that once found a fault keep what contexts promise", .united
    ) { bench in
        for seed in workSeeds {
            try await ContextFuzzer(bench.harness, .unitsOfWork).run(seed: seed).get()
        }
    }

    private static func storeProgram(_ seed: UInt64) -> ConformancePromise {
        promise("The random sessions of seed \(seed) give the results of the reference store", .united) {
            bench in
            try ConformanceFuzzer(bench.harness).run(seed: seed).get()
        }
    }

    private static func contextProgram(_ seed: UInt64) -> ConformancePromise {
        promise(
            "The random contexts of seed \(seed) give the results of those on the reference store", .united
        ) {
            bench in
            try await ContextFuzzer(bench.harness, .requests).run(seed: seed).get()
        }
    }
}
