import Granary
import GranaryConformance
import GranaryMemory
import Testing

/// Look-ups of single rows, as many as it takes for a table of their keys, against a dictionary.
@Suite struct LookupTests {
    private func name(_ key: Int64, in desk: Desk) throws -> String? {
        let session = try #require(desk.session as? any LookupSession)
        guard let cursor = try session.row(.integer(key), of: desk.entity("Player")) else { return nil }
        defer { cursor.close() }
        #expect(try cursor.integer(at: 0) == key)
        return try cursor.text(at: 1)
    }

    private func check(_ desk: Desk, _ model: [Int64: String], _ comment: Comment) throws {
        for key in -1..<1_300 as Range<Int64> { #expect(try name(key, in: desk) == model[key], comment) }
    }

    @Test(.timeLimit(.minutes(2)))
    func everyStateHasItsOwnRows() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let desk = try Desk()
        var model: [Int64: String] = [:]
        try desk.commit { changes in
            for key in 0..<1_000 as Range<Int64> {
                try changes.insert("Player", ["id": .integer(key), "name": .text("first \(key)")])
                model[key] = "first \(key)"
            }
        }
        var earlier: [(desk: Desk, model: [Int64: String])] = []
        for step in 0..<40 {
            try check(desk, model, "seed \(seed), step \(step)")
            let other = try desk.another()
            try check(other, model, "seed \(seed), step \(step), another session")
            earlier.append((other, model))
            // Most saves change few rows, so that they share the table; some change too many for that.
            let count = step % 8 == 7 ? 400 : Int.random(in: 1..<20, using: &random)
            let keys = Set((0..<count).map { _ in Int64.random(in: 0..<1_300, using: &random) })
            try desk.commit { changes in
                for key in keys {
                    let text = "step \(step) \(key)"
                    if model[key] == nil {
                        try changes.insert("Player", ["id": .integer(key), "name": .text(text)])
                        model[key] = text
                    } else if Bool.random(using: &random) {
                        try changes.update("Player", .integer(key), ["name": .text(text)])
                        model[key] = text
                    } else {
                        try changes.delete("Player", .integer(key))
                        model[key] = nil
                    }
                }
            }
        }
        for (desk, model) in earlier.suffix(9) { try check(desk, model, "seed \(seed), an earlier state") }
    }

    @Test func aRowThatWasLookedUpEndsWithItsSnapshot() throws {
        let desk = try Desk()
        try desk.commit { try $0.insert("Player", ["id": .integer(1), "name": .text("a")]) }
        let session = try #require(desk.session as? any LookupSession)
        let cursor = try #require(try session.row(.integer(1), of: desk.entity("Player")))
        try desk.commit { try $0.update("Player", .integer(1), ["name": .text("b")]) }
        #expect(throws: GranaryError.self) { try cursor.text(at: 1) }
        #expect(try name(1, in: desk) == "b")
    }

    @Test func keysOfAnotherKindAreNotThere() throws {
        let desk = try Desk()
        try desk.commit { changes in
            for key in 0..<100 as Range<Int64> {
                try changes.insert("Player", ["id": .integer(key), "name": .text("a")])
            }
        }
        let session = try #require(desk.session as? any LookupSession)
        for _ in 0..<100 {
            #expect(try session.row(.text("1"), of: desk.entity("Player")) == nil)
            #expect(try session.row(.compound([.integer(1)]), of: desk.entity("Player")) != nil)
            #expect(try name(1, in: desk) == "a")
        }
    }
}
