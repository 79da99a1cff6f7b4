import Granary

/// One state of an observed answer.
struct ObservedState<M: Model>: Sendable {
    let answer: Answer<M>
    let isRefreshing: Bool
    let age: Duration?

    /// Whether a reader who knows another state has to know this one.
    func differs(from other: ObservedState) -> Bool {
        if isRefreshing != other.isRefreshing || !answer.state.isEqual(to: other.answer.state) { return true }
        return !answer.elementsEqual(other.answer)
    }
}

extension AnswerState {
    /// Whether a reader would see no difference.
    fileprivate func isEqual(to other: AnswerState) -> Bool {
        isRemote == other.isRemote && isComplete == other.isComplete && servedAt == other.servedAt
            && metadata == other.metadata && rowMetadata == other.rowMetadata && next == other.next
            && error?.code == other.error?.code && error?.message == other.error?.message
    }
}
