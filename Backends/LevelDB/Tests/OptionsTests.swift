import Granary
import Testing

@testable import GranaryLevelDB

/// What the options of a configuration become.
@Suite struct OptionsTests {
    /// A migration has two stores open, each of which would fill a cache of the usual size.
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
}
