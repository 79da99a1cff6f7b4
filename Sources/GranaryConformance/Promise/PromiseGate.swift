import FoundationEssentials

/// Limits the number of promises that run at a time, so that their time limits do not include waiting for others.
actor PromiseGate {
    /// The gate of this process; test runners start every case at once.
    ///
    /// It is wider than the number of processors, because stores wait for disks.
    static let shared = PromiseGate(width: max(4, ProcessInfo.processInfo.activeProcessorCount * 2))

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    /// Waits until the task may enter.
    func enter() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the task enter that has waited longest.
    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
