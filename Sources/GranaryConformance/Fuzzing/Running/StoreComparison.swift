import Granary

/// Runs a program on two stores in step and finds the first step that they do not agree on.
struct StoreComparison {
    /// The harness of the tested backend.
    let harness: ConformanceHarness
    /// Makes the store under test; each run has a new one.
    let makeSide: (Schema) throws -> FuzzSide

    /// Where two stores differ.
    struct Difference {
        /// The position of the step.
        var step: Int
        /// The outcome in the store under test.
        var actual: StepOutcome
        /// The outcome in the reference store.
        var expected: StepOutcome
    }

    /// The first difference; `nil` when the stores agree on every step.
    ///
    /// - Throws: when the program is invalid: its schema is not valid, or a store cannot be opened.
    func firstDifference(_ program: StoreProgram) throws -> Difference? {
        let schema = try program.schema()
        let side = try makeSide(schema)
        defer { try? side.destroy() }
        let tested = try StoreRun(side, schema)
        let reference = try StoreRun(.reference(schema, harness.reference), schema)
        defer {
            try? tested.close()
            try? reference.close()
        }
        for (position, step) in program.steps.enumerated() {
            let expected = reference.outcome(of: step)
            let actual = tested.outcome(of: step)
            // Making a program smaller can make a request invalid, and the effects of an invalid request are not
            // promised.
            if case .failed(.query, _) = expected, case .failed(.query, _) = actual { return nil }
            if !actual.matches(expected) {
                return Difference(step: position, actual: actual, expected: expected)
            }
        }
        return nil
    }
}
