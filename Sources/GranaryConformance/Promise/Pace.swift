/// Times of the same run that are compared with each other, so that one pause of a busy machine decides nothing.
package enum Pace {
    /// The shortest of several times that a closure takes.
    package static func shortest(_ rounds: Int = 7, _ body: () throws -> Void) rethrows -> Duration {
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds { best = min(best, try time(body)) }
        return best
    }

    /// How long a closure takes.
    package static func time(_ body: () throws -> Void) rethrows -> Duration {
        let start = ContinuousClock.now
        try body()
        return ContinuousClock.now - start
    }

    /// What became of work that has to be done within a time.
    package struct Outcome {
        /// Whether one round was quick enough.
        package var isMet = false
        /// How much of the work the best round did within the time, and how long it took to find out.
        package var text = ""
    }

    /// Tries whether work of several steps can be done within a time, and stops at the first round that shows it.
    ///
    /// A round ends as soon as it has taken too long, so what is much too slow costs little more than what is allowed.
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
