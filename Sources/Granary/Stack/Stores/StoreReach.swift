internal import Logging
internal import Synchronization

/// Keeps the status of a stack's stores in step with servers that go and come, and with files that are taken away.
///
/// While all is well it does nothing. A use that fails in a way that may mean that a store cannot be reached or has lost its
/// files, or a health check that finds such a store, starts it: it asks the stores, updates the status with what it has
/// found, and asks again after growing pauses, until each of them has answered.
final class StoreReach: Sendable {
    private struct Suspicion {
        /// The number of failures so far.
        var number = 0
        /// Whether the stores are being asked.
        var isFollowed = false
    }

    /// How long the stores have for an answer; a stack that is stopped waits no longer for it.
    private static let limit = Duration.seconds(5)

    private let state: StackState
    private let schema: Schema
    private let time: ElapsedTime
    /// Not that of the stack (Docs/Decisions/resting-and-shared-stacks.md).
    private let clock = ContinuousClock()
    private let logger: Logger
    private let suspicion = Mutex(Suspicion())

    /// Makes what follows the stores of a state.
    init(_ state: StackState, _ schema: Schema, _ time: ElapsedTime, _ logger: Logger) {
        self.state = state
        self.schema = schema
        self.time = time
        self.logger = logger
    }

    /// Reports that something has failed, maybe because a store cannot be reached or has lost its files; never
    /// waits.
    func suspect() {
        let begins = suspicion.withLock { suspicion in
            suspicion.number += 1
            defer { suspicion.isFollowed = true }
            return !suspicion.isFollowed
        }
        if !begins { return }
        // It keeps neither the stack nor its stores while it waits.
        Task.detached { [weak self, clock] in
            var pause = Duration.milliseconds(100)
            while await self?.askStores() == true {
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
        }
    }

    /// Updates the status with what stores have answered, and follows those that cannot be reached.
    func note(_ answers: [String: HealthCheck.Answer?]) {
        var lost: [String: GranaryError] = [:]
        var answered: Set<String> = []
        for case (let name, let answer?) in answers {
            if answer.isAnswer { answered.insert(name) }
            if let error = answer.loss { lost[name] = error }
        }
        for store in state.note(unreachable: lost, answered: answered) {
            guard case .unreachable(let error) = store.state else {
                logger.notice("The store \(store.name) can be reached again.")
                continue
            }
            if case .lost? = answers[store.name] ?? nil {
                logger.error(
                    "The files of the store \(store.name) were removed, moved or replaced while it was open; what is done with it fails until they are back, or the program starts again.",
                    metadata: ["error.type": "\(error.code.rawValue)"])
            } else {
                logger.notice(
                    "The store \(store.name) cannot be reached; it is asked until it answers.",
                    metadata: ["error.type": "\(error.code.rawValue)"])
            }
        }
        if !lost.isEmpty { suspect() }
    }

    /// Asks the stores once; returns whether they have to be asked again.
    private func askStores() async -> Bool {
        let number = suspicion.withLock { $0.number }
        var isWell = true
        if let open = state.openStores {
            let check = HealthCheck(state: state, time: time, limit: Self.limit, clock: clock)
            let names = state.configurations.map(\.name)
            let answers = await check.answers(ofStoresOf: names, schema, in: open)
            note(answers)
            isWell = answers.values.allSatisfy { $0.map { $0.isAnswer } ?? false }
        }
        return suspicion.withLock { suspicion in
            // What has failed during the check may have failed after its store had answered.
            suspicion.isFollowed = !isWell || suspicion.number != number
            return suspicion.isFollowed
        }
    }
}

extension HealthCheck.Answer {
    /// Whether the store has said something, if only that it refuses.
    fileprivate var isAnswer: Bool {
        switch self {
        case .answered: true
        case .failed(let error):
            ![.unavailable, .timeout, .suspended, .cancelled].contains(error.code)
        case .lost: false
        }
    }

    /// Why the store cannot be reached; `nil` if it can, or if that is not known.
    fileprivate var loss: GranaryError? {
        switch self {
        case .answered: nil
        case .failed(let error): error.code == .unavailable ? error : nil
        case .lost(let error): error
        }
    }
}
