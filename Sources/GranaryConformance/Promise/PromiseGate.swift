import FoundationEssentials

/// Lets a few promises at a time work, so that the time allowed is spent on the promise and not on waiting
/// for others.
actor PromiseGate {
    /// The gate of this process: test runners start every case at once.
    ///
    /// Wider than the machine, since stores wait for disks.
    static let shared = PromiseGate(width: max(4, ProcessInfo.processInfo.activeProcessorCount * 2))

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    /// Waits for a place.
    func enter() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives the place to the one who waits longest.
    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
