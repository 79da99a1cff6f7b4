/// Which queues of a stack are suspended.
struct ActionSuspension: Sendable {
    /// Whether queues are suspended that were not named since all were suspended or resumed.
    private var isGeneral = false
    /// The queues for which the opposite holds.
    private var exceptions: Set<ActionQueue> = []

    /// Whether a queue is suspended.
    func covers(_ queue: ActionQueue) -> Bool { exceptions.contains(queue) != isGeneral }

    /// Suspends or resumes one queue, or all of them for `nil`.
    mutating func set(_ isSuspended: Bool, _ queue: ActionQueue?) {
        guard let queue else {
            (isGeneral, exceptions) = (isSuspended, [])
            return
        }
        if isSuspended == isGeneral { exceptions.remove(queue) } else { exceptions.insert(queue) }
    }
}
