import Granary

/// A question to the order database, as a program asks it.
struct Question: Sendable {
    /// The question in words; `Answers/answers.json` has its answer under them.
    let words: String
    /// What it takes beyond one call, and why; `nil` for a question that is one call.
    let detour: String?
    /// Asks it.
    let answer: @Sendable (Context) throws -> Answer
}

/// All questions, in the order of their subjects.
struct Questions: Sendable {
    private(set) var all: [Question] = []

    /// Those of every subject.
    static let everything: Questions = {
        var questions = Questions()
        questions.filters()
        questions.lines()
        questions.texts()
        questions.searches()
        questions.numbers()
        questions.dates()
        questions.choices()
        questions.aggregates()
        questions.groups()
        questions.relationships()
        questions.pairs()
        questions.members()
        questions.subqueries()
        questions.outer()
        questions.correlated()
        questions.sets()
        questions.joins()
        questions.structures()
        questions.shapes()
        questions.reviews()
        questions.batches()
        questions.detours()
        return questions
    }()

    /// Adds a question, whose closure gives a value, a row, or a list of them.
    ///
    /// Values that are computed from objects afterwards, such as `.map(\.name)`, only show what was found.
    mutating func ask<Result>(
        _ words: String, detour: String? = nil, _ body: @escaping @Sendable (Context) throws -> Result
    ) {
        all.append(Question(words: words, detour: detour) { Answer(try body($0)) })
    }
}
