import FoundationEssentials
import Granary
import Testing

@testable import GranarySync

/// What is kept about requests for objects by their identities, and how much of it.
@Suite(.timeLimit(.minutes(1))) struct ServedNotesTests {
    private let notes = ServedNotes()

    private func keys(_ numbers: Range<Int>) -> [KeyBits] { numbers.map { KeyBits(Int64($0)) } }

    private func keep(_ numbers: Range<Int>, _ metadata: [String: String] = [:]) {
        var state = AnswerState()
        state.servedAt = Date(timeIntervalSince1970: Double(numbers.lowerBound))
        state.metadata = metadata
        notes.keep(state, of: keys(numbers), model: 0, notes.start("\(numbers)"))
    }

    private func isKept(_ numbers: Range<Int>) -> Bool {
        guard let state = notes.state(of: keys(numbers), model: 0) else { return false }
        #expect(state.servedAt == Date(timeIntervalSince1970: Double(numbers.lowerBound)))
        #expect(state.isComplete && !state.isRemote)
        return true
    }

    @Test func aNoteIsOfOneRequest() {
        keep(1..<4, ["note": "first"])
        #expect(notes.state(of: keys(1..<4), model: 0)?.metadata == ["note": "first"])
        #expect(notes.state(of: keys(1..<4), model: 1) == nil)
        #expect(notes.state(of: keys(1..<4).reversed(), model: 0) == nil)
        #expect(!isKept(1..<3))
        keep(1..<4, ["note": "second"])
        #expect(notes.state(of: keys(1..<4), model: 0)?.metadata == ["note": "second"])
        #expect(notes.size.rows == 1)
        notes.change("\(1..<4)")
        #expect(!isKept(1..<4))
        keep(1..<4)
        #expect(isKept(1..<4))
        notes.changeAll()
        #expect(!isKept(1..<4) && notes.size == .zero)
    }

    @Test func theOldestRequestsAreForgotten() {
        for number in 0..<1_000 { keep(number..<number + 1) }
        // A use makes it new again.
        #expect(isKept(0..<1) && notes.size.rows == 1_000)
        for number in 1_000..<1_100 { keep(number..<number + 1) }
        #expect(notes.size.rows == 1_000 && isKept(0..<1))
        for number in 1...100 { #expect(!isKept(number..<number + 1), "\(number)") }
        for number in 101..<1_100 { #expect(isKept(number..<number + 1), "\(number)") }
    }

    @Test func requestsForManyObjectsTakeNoMoreThanAMegabyte() {
        for first in 0..<40 {
            keep(first..<first + 10_000)
            #expect(notes.size.bytes <= 1_000_000 && isKept(first..<first + 10_000))
        }
        #expect(notes.size.rows < 10 && !isKept(0..<10_000) && isKept(36..<10_036))
        // One that is too large drops no other.
        keep(0..<100_000)
        #expect(!isKept(0..<100_000) && isKept(36..<10_036))
        keep(0..<1, ["long": String(repeating: "x", count: 1_000_000)])
        #expect(!isKept(0..<1) && isKept(36..<10_036))
    }
}
