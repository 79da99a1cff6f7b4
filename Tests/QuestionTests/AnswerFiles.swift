import Foundation

/// The files that the script beside the tests writes.
enum AnswerFiles {
    /// The place of one of them.
    static func url(of name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Answers").appending(path: name)
    }

    /// The answers by the words of their questions.
    static func answers() throws -> [String: [String]] {
        try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: url(of: "answers.json")))
    }
}
