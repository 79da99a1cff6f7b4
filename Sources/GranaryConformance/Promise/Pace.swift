/// Measures times of the same run for comparison, so that one pause of a busy machine decides nothing.
package enum Pace {
    /// The shortest of several runs of a closure.
    package static func shortest(_ rounds: Int = 7, _ body: () throws -> Void) rethrows -> Duration {
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds { best = min(best, try time(body)) }
        return best
    }

    /// The time that a closure takes.
    package static func time(_ body: () throws -> Void) rethrows -> Duration {
        let start = ContinuousClock.now
        try body()
        return ContinuousClock.now - start
    }

    /// The outcome of work with a time limit.
    package struct Outcome {
        /// Whether one round met the limit.
        package var isMet = false
        /// The part of the work that the best round did within the limit, and the time of all rounds.
        package var text = ""
    }

    /// Tries to do work of several steps within a time limit; stops at the first round that succeeds.
    ///
    /// A round ends as soon as it exceeds the limit, so even very slow work costs little more than the limit.
    package static func fits(
        within allowed: Duration, rounds: Int = 25, steps: Int = 1, _ step: (Int) throws -> Void
    ) rethrows -> Outcome {
        var (most, best) = (0, Duration.seconds(3_600))
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            var (done, taken) = (0, Duration.zero)
            while done < steps, taken < allowed {
                try step(done)
                done += 1
                taken = ContinuousClock.now - start
            }
            if done == steps, taken < allowed { return Outcome(isMet: true) }
            if done > most { (most, best) = (done, taken) }
            if done == most { best = min(best, taken) }
        }
        return Outcome(
            text: "\(most) of \(steps) steps in \(best), \(allowed) allowed, in each of \(rounds) rounds")
    }
}
