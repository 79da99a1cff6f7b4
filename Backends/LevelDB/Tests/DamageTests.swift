import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// Damaged logs and tables: a torn end is cut off after a copy was made, all else is refused as it is.
@Suite(.timeLimit(.minutes(2))) struct DamageTests {
    private func expectCorrupt(_ harness: Harness, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try harness.contents()
        let error = failure { _ = try harness.ids() }
        #expect(error?.code == .corrupt, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(try harness.contents() == before, sourceLocation: sourceLocation)
    }

    @Test func aFlippedByteInTheMiddleOfALogIsRefusedAndNothingIsTouched() throws {
        let harness = try Harness().fill(1...100)
        let log = try harness.log()
        let whole = try Data(contentsOf: log)
        for position in [0, 5, 6, 20, whole.count / 2] {
            var bytes = whole
            bytes[position] ^= 0x55
            try bytes.write(to: log)
            try expectCorrupt(harness)
            #expect(try harness.names() == ["default.leveldb"])
        }
    }

    @Test func aTornEndIsCutOffAfterACopyWasMade() throws {
        let ends: [Data] = [
            Data(repeating: 0, count: 4_000), Data(repeating: 0xA7, count: 300),
            Data([9, 9, 9, 9, 4, 0, 1, 1, 2, 3, 4]),
        ]
        for end in ends {
            let harness = try Harness().fill(1...20)
            let log = try harness.log()
            let torn = try Data(contentsOf: log) + end
            try torn.write(to: log)
            #expect(try harness.ids() == Array(1...20))
            let copy = try #require(try harness.names().first { $0.contains("damaged-") })
            let copied = try harness.contents(of: harness.parent.appending(path: copy))
            #expect(copied[log.lastPathComponent] == torn)
        }
    }

    /// What a power failure leaves of a large save whose pages reached the device in another order.
    @Test(arguments: [4_096..<8_192, 40_960..<45_056, 98_304..<102_400])
    func aLargeSaveThatLacksAPageIsCutOff(page: Range<Int>) throws {
        let large = (Int64(6), String(repeating: "long ", count: 30_000))
        for (isLast, ids) in [(true, Array(1...5)), (false, nil)] as [(Bool, [Int64]?)] {
            let harness = try Harness()
            let small = (1...5).map { (Int64($0), "x") }
            try harness.fill(small + [large] + (isLast ? [] : [(7, "y")]))
            let log = try harness.log()
            var bytes = try Data(contentsOf: log)
            try #require(bytes.count > 150_000 && bytes[..<4_096].contains(UInt8(ascii: "l")))
            bytes.replaceSubrange(page, with: Data(count: page.count))
            try bytes.write(to: log)
            if let ids {
                #expect(try harness.ids() == ids)
            } else {
                try expectCorrupt(harness)
            }
        }
    }

    @Test func aLogThatEndsEarlyLosesOnlyItsLastSave() throws {
        let harness = try Harness().fill(1...20)
        let log = try harness.log()
        try Data(contentsOf: log).dropLast(3).write(to: log)
        #expect(try harness.ids() == Array(1...19))
    }

    @Test func aDamagedTableIsFoundWhenItIsReadAndRepairMakesACopyFirst() throws {
        let harness = try Harness().fill(1...200, name: "a name that takes some room")
        // Opening writes the log's content into a table.
        _ = try harness.ids()
        let table = try #require(try harness.files(".ldb").first)
        var bytes = try Data(contentsOf: table)
        for position in 40..<80 { bytes[position] ^= 0xFF }
        try bytes.write(to: table)
        #expect(failure { _ = try harness.ids() }?.code == .corrupt)
        let damaged = try harness.contents()
        let copy = try LevelDBStore.repair(harness.configuration)
        let copied = try harness.contents(of: URL(filePath: copy))
        for (name, content) in damaged where name != "LOCK" && !name.hasPrefix("LOG") {
            #expect(copied[name] == content, "\(name)")
        }
    }

    @Test func repairOfAWholeStoreLosesNothing() throws {
        let harness = try Harness().fill(1...50)
        _ = try LevelDBStore.repair(harness.configuration)
        #expect(try harness.ids() == Array(1...50))
        let none = try Harness()
        #expect(failure { _ = try LevelDBStore.repair(none.configuration) }?.code == .notFound)
    }
}
