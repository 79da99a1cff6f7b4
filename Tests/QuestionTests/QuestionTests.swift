import Granary
import GranaryTestHarnesses
import Testing

/// Every question to the order database has the answer that plain SQL or Python gives, wherever the rows are.
@Suite struct QuestionTests {
    @Test(.timeLimit(.minutes(2))) func inMemory() async throws {
        try await check(HouseStores(in: Harnesses.memory))
    }

    @Test(.timeLimit(.minutes(2))) func onSQLite() async throws {
        try await check(HouseStores(in: Harnesses.sqlite))
    }

    @Test(.timeLimit(.minutes(2))) func onLevelDB() async throws {
        try await check(HouseStores(in: Harnesses.leveldb))
    }

    @Test(.timeLimit(.minutes(2)), .enabled(if: Harnesses.hasServer)) func onPostgreSQL() async throws {
        try await check(HouseStores(in: Harnesses.postgresql()))
    }

    @Test(.timeLimit(.minutes(2))) func inMemoryAndSQLite() async throws {
        try await check(HouseStores(sales: Harnesses.memory, rest: Harnesses.sqlite))
    }

    /// The script answers the questions that are asked, and there are as many as are promised.
    @Test func everyQuestionHasAnAnswer() throws {
        let answers = Set(try AnswerFiles.answers().keys)
        let questions = Questions.everything.all.map(\.words)
        #expect(Set(questions).count == questions.count, "two questions have the same words")
        #expect(answers.subtracting(questions).sorted().isEmpty, "answers without a question")
        #expect(Set(questions).subtracting(answers).sorted().isEmpty, "questions without an answer")
    }

    private func check(_ stores: HouseStores) async throws {
        let answers = try AnswerFiles.answers()
        try await stores.withRows { stack in
            for question in Questions.everything.all {
                let expected = Answer(rows: answers[question.words] ?? ["there is no answer"])
                do {
                    let found = try await stack.perform { try question.answer($0) }
                    #expect(found == expected, "\(question.words)")
                } catch {
                    Issue.record(error, "\(question.words)")
                }
            }
        }
    }
}
