internal import Workload

/// The times of one exercise, by contender and round; the first contender is the yardstick.
struct Figures {
    let exercise: Exercise
    let names: [String]
    private var times: [[Double?]]

    init(exercise: Exercise, names: [String]) {
        self.exercise = exercise
        self.names = names
        times = names.map { _ in [] }
    }

    /// Adds a round.
    mutating func add(_ outcomes: [Outcome?], _ clock: KeyPath<Outcome, Nanoseconds>) {
        for (index, outcome) in outcomes.enumerated() {
            times[index].append(outcome.map { Double($0[keyPath: clock]) })
        }
    }

    /// The median time of a contender for one step, in nanoseconds.
    func time(_ index: Int, _ workload: Workload) -> Double? {
        guard times.indices.contains(index) else { return nil }
        return median(times[index]).map { $0 / Double(max(exercise.steps(workload), 1)) }
    }

    /// The median, over the rounds, of the ratio of two contenders' times.
    func ratio(_ index: Int, to other: Int = 0) -> Double? {
        guard times.indices.contains(index), times.indices.contains(other) else { return nil }
        return median(
            zip(times[index], times[other]).map { mine, base in
                if let mine, let base { mine / base } else { nil }
            })
    }

    private func median(_ values: [Double?]) -> Double? {
        let sorted = values.compactMap(\.self).sorted()
        if sorted.isEmpty { return nil }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
