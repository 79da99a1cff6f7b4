import Granary
import Testing

/// A configuration may say that its store must exist, where that makes sense.
@Suite(.timeLimit(.minutes(1))) struct NeededStoreTests {
    @Test func itIsReadFromAFile() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": """
            stores:
              Main: { type: disk, mustExist: true }
              Other: { type: disk }
            """
        ])
        let configuration = try await files.read()
        let main = try #require(configuration.store(for: "Main"))
        #expect(main.mustExist && configuration.store(for: "Other")?.mustExist == false)
        #expect("\(main)".contains("must exist"))
        var plain = main
        plain.mustExist = false
        #expect(plain != main)
        let variables = ["GRANARY_STORES_MAIN_MUST_EXIST": "no"]
        #expect(try await files.read(variables: variables).store(for: "Main")?.mustExist == false)
    }

    @Test(arguments: [
        (
            "type: memory",
            "Stores of the type memory are new at each start; leave it out or choose another type."
        ),
        (
            "type: disk, kind: purgeable",
            "Stores of the kind purgeable may be removed at any time; leave it out or name another kind."
        ),
        ("type: disk, perAccount: true", "A new account gets a new store; leave out this or `perAccount`."),
    ])
    func aStoreThatMayBeMissingIsRefused(_ settings: String, _ problem: String) async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { \(settings), mustExist: true } }"
        ])
        #expect(try await files.problems() == ["granary.yaml:1: stores.Main.mustExist: \(problem)"])
    }

    @Test func anotherWordThanABooleanIsAProblem() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { type: disk, mustExist: maybe } }"
        ])
        let problems = try await files.problems()
        #expect(
            problems.count == 1 && problems.first?.contains("stores.Main.mustExist") == true, "\(problems)")
    }
}
