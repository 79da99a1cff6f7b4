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

    @Test(.timeLimit(.minutes(2))) func onSQLiteAndLevelDB() async throws {
        try await check(HouseStores(sales: Harnesses.sqlite, rest: Harnesses.leveldb))
    }

    /// The script answers the questions that are asked, and there are as many as are promised.
    @Test func everyQuestionHasAnAnswer() throws {
        let answers = Set(try AnswerFiles.answers().keys)
        let questions = Questions.everything.all.map(\.words)
        #expect(Set(questions).count == questions.count, "two questions have the same words")
        #expect(questions.count >= 200)
        #expect(answers.subtracting(questions).sorted().isEmpty, "answers without a question")
        #expect(Set(questions).subtracting(answers).sorted().isEmpty, "questions without an answer")
    }

    /// Nearly all questions are one call; the others, with their reasons, are in `Questions+Detours.swift`.
    @Test func mostQuestionsAreOneCall() {
        let detours = Questions.everything.all.filter { $0.detour != nil }
        let direct = Questions.everything.all.count - detours.count
        let reasons = detours.map { "\($0.words) \($0.detour ?? "")" }.joined(separator: "\n")
        #expect(
            direct >= 400, "\(direct) of \(Questions.everything.all.count) are one call, without:\n\(reasons)"
        )
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
