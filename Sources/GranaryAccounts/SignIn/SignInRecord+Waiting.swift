import Granary

extension SignInRecord {
    /// Takes the lease; waits while another one has it, which is a short time for one that writes.
    ///
    /// It says that the lease is taken, or that the credential to replace is replaced already. It throws
    /// ``GranaryError/Code/closed`` once the account ends, ``GranaryError/Code/cancelled``, and errors of the store.
    func lease(
        for purpose: Purpose, replacing number: Int?, by clock: any Clock<Duration>,
        until ending: WatchedState<Bool>? = nil
    ) async throws -> Taking {
        let time = ElapsedTime(clock)
        var seen: (holder: String, since: Duration)?
        var passed: String?
        var pause = Duration.milliseconds(50)
        while true {
            let taking = try await take(for: purpose, replacing: number, past: passed)
            guard case .busy(let holder) = taking else { return taking }
            if let seen, seen.holder == holder {
                // The clocks of the processes may disagree.
                if time.now - seen.since > asking { passed = holder }
            } else {
                seen = (holder, time.now)
            }
            try await wait(pause, clock, ending)
            pause = min(pause * 2, .seconds(1))
        }
    }

    private func wait(
        _ pause: Duration, _ clock: any Clock<Duration>, _ ending: WatchedState<Bool>?
    ) async throws {
        if let ending {
            // Its limit is the end of the pause.
            try? await LimitedCall.run(pause, clock, else: .endedAccount) { await ending.wait { !$0 } }
            if ending.withLock({ $0 }) { throw GranaryError.endedAccount }
        } else {
            try? await clock.sleep(for: pause)
        }
        if Task.isCancelled { throw Cancellation.error }
    }
}
