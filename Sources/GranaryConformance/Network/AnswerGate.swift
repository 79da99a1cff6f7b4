import Granary

/// Lets the answers of a server through as the present treatment says.
///
/// Its own lock guards the state; threads that hold bytes back wait in it.
final class AnswerGate: Sendable {
    private struct State {
        var treatment = AnswerTreatment.pass
        /// Which treatment it is, since each counts from the beginning.
        var number = 0
        /// How many connections hold bytes back.
        var held = 0
        var isOpen = true
    }

    /// The bytes that have passed on one connection.
    struct Passed {
        fileprivate var number = 0
        fileprivate var bytes = 0
    }

    /// What to do with some bytes.
    enum Step {
        /// This many pass, in one piece.
        case pass(Int)
        /// The connections end.
        case cut
    }

    private let monitor = Monitor()
    @exclusivity(unchecked) nonisolated(unsafe) private var state = State()  // lock: monitor

    /// How many connections hold bytes back now.
    var held: Int { monitor.withLock { state.held } }

    /// Sets another treatment; bytes that were held back go on by it.
    func set(_ treatment: AnswerTreatment) {
        monitor.withLock {
            state.treatment = treatment
            state.number += 1
        }
        monitor.wakeAll()
    }

    /// Lets no connection wait any more.
    func close() {
        monitor.withLock { state.isOpen = false }
        monitor.wakeAll()
    }

    /// What to do with the next of some bytes of a connection; waits as long as they are held back.
    func next(of count: Int, _ passed: inout Passed) -> Step {
        monitor.withLock {
            while true {
                if !state.isOpen { return .cut }
                if passed.number != state.number { passed = Passed(number: state.number) }
                let step: Int
                switch state.treatment.kind {
                case .pass: step = count
                case .split(let bytes): step = min(bytes, count)
                case .cut(let bytes):
                    step = min(bytes - passed.bytes, count)
                    if step == 0 { return .cut }
                case .hold(let bytes):
                    step = min(bytes - passed.bytes, count)
                    if step == 0 {
                        state.held += 1
                        monitor.wait()
                        state.held -= 1
                        continue
                    }
                }
                passed.bytes += step
                return .pass(step)
            }
        }
    }
}
