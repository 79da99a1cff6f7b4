internal import Workload

/// Does each operation in rounds of all contenders, beginning with another one each time.
struct Rounds {
    private let plan: Plan
    private let contenders: [Contender]
    private let files: any Copies

    init(_ plan: Plan, _ contenders: [Contender], _ files: any Copies) {
        self.plan = plan
        self.contenders = contenders
        self.files = files
    }

    /// The figures of every exercise.
    func measure(progress: (String) -> Void) async throws -> [Figures] {
        var figures: [Figures] = []
        for exercise in plan.exercises {
            progress("\(exercise.rawValue)…")
            figures.append(try await measure(exercise))
        }
        progress("")
        return figures
    }

    private func measure(_ exercise: Exercise) async throws -> Figures {
        var figures = Figures(exercise: exercise, names: contenders.map(\.name))
        var seats: [Seat?] = contenders.map { _ in nil }
        for round in 0...plan.rounds {
            var outcomes: [Outcome?] = contenders.map { _ in nil }
            for turn in contenders.indices {
                let index = (round + turn) % contenders.count
                let seat: Seat
                if let present = seats[index] {
                    seat = present
                } else {
                    seat = try await Seat(contenders[index], exercise, files, plan.workload)
                }
                outcomes[index] = try await seat.session.run(exercise)
                seats[index] = seat
                if exercise.changesStore {
                    try await seat.leave(files)
                    seats[index] = nil
                }
            }
            try check(outcomes, exercise)
            // The first round warms caches and does not count.
            if round > 0 { figures.add(outcomes, plan.clock) }
        }
        for seat in seats { try await seat?.leave(files) }
        return figures
    }

    /// Makes sure that all did the same work.
    private func check(_ outcomes: [Outcome?], _ exercise: Exercise) throws {
        let sums = outcomes.map { $0?.checksum }
        if Set(sums.compactMap(\.self)).count > 1 {
            let found = zip(contenders, sums).map { "\($0.name): \($1.map(String.init) ?? "–")" }
            throw WorkloadError("\(exercise.rawValue): not the same work (\(found.joined(separator: ", ")))")
        }
    }
}

/// Where contenders get the stores that they work on.
protocol Copies {
    /// A new copy for an operation; returns its path.
    func copy(for exercise: Exercise) throws -> String
    /// Removes a copy.
    func discard(_ path: String) throws
}

extension StoreFiles: Copies {}

/// No stores: each contender makes its own.
struct NoCopies: Copies {
    func copy(for exercise: Exercise) -> String { "" }
    func discard(_ path: String) {}
}

/// A contender at work on its copy of a store file.
private struct Seat {
    let path: String
    let session: Session

    init(_ contender: Contender, _ exercise: Exercise, _ files: any Copies, _ workload: Workload) async throws
    {
        path = try files.copy(for: exercise)
        session = try await contender.open(path, workload)
    }

    func leave(_ files: any Copies) async throws {
        try await session.close()
        try files.discard(path)
    }
}
