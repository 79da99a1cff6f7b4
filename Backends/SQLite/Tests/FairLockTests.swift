import Granary
import GranarySQL
import Testing

@testable import GranarySQLite

/// The right to write is waited for, but not for ever.
@Suite(.timeLimit(.minutes(1))) struct FairLockTests {
    @Test func aTurnThatDoesNotComeIsAnErrorAndTheNextOneComes() throws {
        let lock = FairLock(longestWait: 20)
        let interruption = Interruption { lock.wakeAll() }
        try lock.acquire(interruption)
        for _ in 0..<3 {
            let error = #expect(throws: GranaryError.self) { try lock.acquire(interruption) }
            #expect(error?.code == .locked && error?.code.isRetryable == true)
        }
        lock.release()
        try lock.acquire(interruption)
        lock.release()
    }
}
