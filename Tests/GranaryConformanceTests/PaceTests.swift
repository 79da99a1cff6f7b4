import GranaryConformance
import Testing

/// Comparing times: a pause decides nothing, and what is much too slow is soon found out.
@Suite struct PaceTests {
    private func work(_ time: Duration) {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < time {}
    }

    @Test(arguments: [1, 3, 20]) func pausesInSomeRoundsBreakNothing(pauses: Int) {
        var rounds = 0
        let outcome = Pace.fits(within: .milliseconds(100)) { _ in
            rounds += 1
            if rounds <= pauses { work(.milliseconds(101)) }
        }
        #expect(outcome.isMet, "\(outcome.text)")
        #expect(rounds > pauses)
    }

    @Test func whatIsAlwaysTooSlowIsNotMetAndEachRoundEndsInTime() {
        var steps = 0
        let outcome = Pace.fits(within: .milliseconds(5), rounds: 3, steps: 100) { _ in
            steps += 1
            work(.milliseconds(2))
        }
        #expect(!outcome.isMet)
        #expect(steps <= 9)
        #expect(outcome.text.contains("of 100 steps"))
    }

    @Test func theShortestTimeIsTaken() {
        var rounds = 0
        let best = Pace.shortest(3) {
            rounds += 1
            if rounds != 2 { work(.milliseconds(100)) }
        }
        #expect(rounds == 3)
        #expect(best < .milliseconds(100))
    }
}
