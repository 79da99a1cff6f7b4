import FoundationEssentials
import Granary
import GranaryConformance
import Synchronization
import Testing

@Suite struct TimeOrderedUUIDTests {
    private func milliseconds(_ id: UUID) -> Int64 {
        let bytes = id.uuid
        return [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5].reduce(0) { $0 << 8 | Int64($1) }
    }

    @Test func versionVariantAndTimeAreInTheirPlaces() {
        let source = TimeOrderedUUIDSource(clock: { 1_700_000_000_123 })
        for _ in 0..<1_000 {
            let id = source.makeUUID()
            #expect(id.uuid.6 >> 4 == 7)
            #expect(id.uuid.8 >> 6 == 2)
            #expect(milliseconds(id) == 1_700_000_000_123)
        }
    }

    @Test func theyGrowWhateverTheClockDoes() {
        let seed: UInt64 = 59
        let generator = Mutex(SeededGenerator(seed: seed))
        let source = TimeOrderedUUIDSource(clock: {
            generator.withLock { Int64.random(in: 1_000_000...1_000_020, using: &$0) }
        })
        var (previous, seen) = (Value.null, Set<UUID>())
        for _ in 0..<20_000 {
            let id = source.makeUUID()
            #expect(previous.precedes(.uuid(id)), "seed \(seed)")
            previous = .uuid(id)
            seen.insert(id)
        }
        #expect(seen.count == 20_000)
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func anyClockIsTaken(time: Int64) {
        let source = TimeOrderedUUIDSource(clock: { time })
        let ids = (0..<100).map { _ in Value.uuid(source.makeUUID()) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.precedes($1) })
    }

    @Test func sourcesDoNotRepeatEachOther() async {
        let shared = TimeOrderedUUIDSource()
        let ids = await withTaskGroup(of: [UUID].self) { group in
            for number in 0..<8 {
                group.addTask {
                    let source = number < 4 ? shared : TimeOrderedUUIDSource()
                    return (0..<2_000).map { _ in source.makeUUID() }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 16_000)
    }

    @Test func theSystemClockTellsTheTime() {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        #expect(abs(TimeOrderedUUIDSource.systemMilliseconds() - now) < 60_000)
    }
}
