import Granary

/// Something to be found out about the flights.
protocol Question: Sendable {
    /// The result.
    associatedtype Answer: Sendable

    /// Finds the answer.
    ///
    /// - Throws: any error of the stores.
    func answer(in context: Context) throws -> Answer
}

/// An answer, and its cost.
package struct Answered<Answer: Sendable>: Sendable {
    /// The answer.
    package let answer: Answer
    /// How many requests went to stores.
    package let storeRequests: Int
}

extension PersistentStack {
    /// Answers a question in a separate unit of work.
    ///
    /// - Throws: any error of the stores.
    func ask<Q: Question>(_ question: Q) async throws -> Answered<Q.Answer> {
        try await perform { context in
            let answer = try question.answer(in: context)
            return Answered(answer: answer, storeRequests: context.statistics.storeRequests)
        }
    }
}
