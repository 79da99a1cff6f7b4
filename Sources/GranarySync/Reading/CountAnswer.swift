/// The number of objects of a query.
struct CountAnswer: ReadAnswer {
    let count: Int
    var state: AnswerState
    var hasObjects: Bool { count > 0 }
}
