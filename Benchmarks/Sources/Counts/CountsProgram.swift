internal import Granary

/// Does one row of counted work in one store, for `Scripts/counts`, which runs it under a tool that counts instructions.
///
///     granary-counts                             lists the rows and their rounds
///     granary-counts STORE ROW ROUNDS DIRECTORY  does the row in a store in the empty directory
@main
enum CountsProgram {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst().map { $0 }
        if words.isEmpty { return list() }
        guard words.count == 4, let store = CountedStore(rawValue: words[0]), let rounds = Int(words[2]),
            let row = CountedRow.all.first(where: { $0.name == words[1] })
        else {
            throw WrongUsage()
        }
        let stack = try await store.open(in: words[3])
        try await row.run(stack, rounds: rounds)
        try await stack.close()
    }

    private static func list() {
        for store in CountedStore.allCases {
            for row in CountedRow.all { print(store.rawValue, row.name, row.rounds) }
        }
    }
}

/// The program was called with other words than it takes.
struct WrongUsage: Error {}
