import Foundation
import GranaryConformance
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Objects of which the server may hold other values are looked for until none is left that can be asked for.
@Suite(.timeLimit(.minutes(1))) struct ServedDoubtsTests {
    private let doubts = ServedDoubts()
    private let gate = TaskGate()
    private let looks = Counter()

    /// Begins a look, the first of which waits for the gate and leaves one object open.
    private func look() {
        let (looks, gate) = (looks, gate)
        doubts.look { _ in
            looks.add()
            if looks.value > 1 { return ServedDoubts.Look(areOpen: false, asked: []) }
            await gate.wait()
            return ServedDoubts.Look(areOpen: true, asked: [])
        }
    }

    @Test func aWriteThatIsSettledDuringALookIsLookedForAgain() async {
        look()
        // The first look has read that the write is on its way; now it is settled.
        while looks.value == 0 { await Task.yield() }
        look()
        gate.open()
        await doubts.wait()
        #expect(looks.value == 2)
    }

    @Test func whatIsOpenWaitsForTheNextOne() async {
        gate.open()
        look()
        await doubts.wait()
        #expect(looks.value == 1)
        look()
        await doubts.wait()
        look()
        await doubts.wait()
        #expect(looks.value == 2)
    }
}
