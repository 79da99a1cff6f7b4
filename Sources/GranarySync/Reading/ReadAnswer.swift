/// Something that a repository answers with.
protocol ReadAnswer: Sendable {
    var state: AnswerState { get set }
    /// Whether any object is there.
    var hasObjects: Bool { get }
}
