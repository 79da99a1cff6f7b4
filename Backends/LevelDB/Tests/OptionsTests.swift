import Granary
import Testing

@testable import GranaryLevelDB

/// What the options of a configuration become.
@Suite struct OptionsTests {
    /// A migration has two stores open, and each would fill a cache of the usual size.
    @Test(arguments: [(nil, 8 << 20), ("1MiB", 1 << 20), ("256MiB", 8 << 20)])
    func aStoreForOnePassKeepsASmallCache(_ asked: String?, _ size: Int) throws {
        var options = StoreOptions([:])
        options["cacheSize"] = asked
        options["compression"] = "none"
        let usual = try LevelDBOptions(options)
        #expect(usual.forOnePass.cacheSize == size)
        var expected = usual
        expected.cacheSize = size
        #expect(usual.forOnePass == expected, "nothing else may differ")
    }

    /// What `granary config show` prints as a default is what an option left out means.
    @Test func theDefaultsThatAreToldCount() throws {
        var told = StoreOptions()
        for option in LevelDBOptions.descriptions { told[option.name] = option.defaultValue }
        #expect(told.names.count == LevelDBOptions.descriptions.count)
        #expect(try LevelDBOptions(told) == LevelDBOptions(StoreOptions()))
    }

    @Test func aLimitBoundsTheCacheAndBothBuffers() throws {
        let usual = try LevelDBOptions(StoreOptions())
        #expect(usual.bounded(by: nil) == usual)
        #expect(usual.bounded(by: 1 << 30) == usual)
        let bounded = usual.bounded(by: 8 << 20)
        #expect(bounded.cacheSize == 4 << 20)
        #expect(bounded.writeBufferSize == 2 << 20)
        var rest = bounded
        (rest.cacheSize, rest.writeBufferSize) = (usual.cacheSize, usual.writeBufferSize)
        #expect(rest == usual, "nothing else may differ")
        let small = try LevelDBOptions(StoreOptions(["cacheSize": "1MiB", "writeBufferSize": "1MiB"]))
        #expect(small.bounded(by: 8 << 20) == small)
        #expect(usual.bounded(by: 1).writeBufferSize == 1 << 16)
    }
}
