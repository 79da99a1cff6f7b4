import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@Model(indexes: [["place"]]) final class Stop {
    @Attribute(.primaryKey) var day: Date
    @Attribute(.primaryKey) var carrier: String
    @Attribute(.primaryKey) var number: Int
    var place: String?
}

/// Keys and index entries whose encoding is cut after sixteen bytes.
@Suite struct LongKeyTests {
    /// Place, day and carrier fill the sixteen bytes to the last, so only the number behind them distinguishes the
    /// rows.
    @Test func whatFollowsSixteenBytesStillCounts() async throws {
        let stack = try startedStack(of: [Stop.self], on: .memory)
        let found = try await stack.perform { context in
            for number in 1...40 {
                let day = Date(timeIntervalSince1970: 1_356_998_400)
                try context.insert(Stop(day: day, carrier: "UA", number: number, place: "JFK"))
            }
            try context.save()
            return try context.fetch(Stop.where { $0.place == "JFK" }).map(\.number)
        }
        #expect(found == Array(1...40))
        try await stack.close()
    }

    /// Text that goes on with U+0000, which no row holds, is other text than the one before it.
    @Test func aKeyThatGoesOnWithNullIsTheKeyOfNothing() throws {
        let desk = try Desk()
        try desk.commit { try $0.insert("Tag", ["label": .text("admin")]) }
        let tag = try desk.entity("Tag")
        for text in ["admin\0", "admin\0\0", "admin\0b", "\0", "admin of nineteen bytes\0"] {
            #expect(try desk.row("Tag", .text(text)) == nil, "\(text.debugDescription)")
            let missing = try desk.session.missing([.text(text), .text("admin")], of: tag)
            #expect(missing == [.text(text)], "\(text.debugDescription)")
        }
    }
}
