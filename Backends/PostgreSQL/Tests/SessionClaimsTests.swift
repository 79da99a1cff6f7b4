import Granary
import GranaryConformance
import GranarySQL
import Testing

/// Units of work that need several sessions out of a limited number never wait for each other in a circle.
@Suite struct SessionClaimsTests {
    /// A unit of work that takes so many sessions, one after the other, and then ends.
    private struct Work {
        let holder: SessionHolder?
        let wanted: Int
        var held = 0
    }

    @Test(arguments: ConformanceEffort.current.seeds(200, long: 5_000))
    func whoHasBegunCanAlwaysEnd(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (limit, stores) = (Int.random(in: 1...6, using: &random), Int.random(in: 1...5, using: &random))
        var claims = SessionClaims()
        var works: [Work] = []
        var (inUse, begun) = (0, 0)
        while begun < 60 || !works.isEmpty {
            if begun < 60, works.count < 12 {
                begun += 1
                let most = Int.random(in: 1...5, using: &random)
                let isKnown = Bool.random(using: &random)
                works.append(
                    Work(
                        holder: isKnown ? SessionHolder(most: most) : nil,
                        wanted: isKnown ? Int.random(in: 1...min(most, stores), using: &random) : 1))
            }
            // One of them must be able to go on, in any order.
            let able = works.indices.filter { position in
                let work = works[position]
                return work.held == work.wanted
                    || claims.allow(work.holder, stores: stores, of: limit, inUse: inUse)
            }
            guard let position = able.randomElement(using: &random) else {
                Issue.record("seed \(seed): \(works.count) units of work wait for each other")
                return
            }
            if works[position].held < works[position].wanted {
                claims.grant(works[position].holder, stores: stores)
                works[position].held += 1
                inUse += 1
                #expect(inUse <= max(limit, stores), "seed \(seed)")
            } else {
                let work = works.remove(at: position)
                for _ in 0..<work.held { claims.release(work.holder) }
                inUse -= work.held
            }
        }
        #expect(inUse == 0 && claims.allow(nil, stores: stores, of: limit, inUse: limit - 1))
        #expect(!claims.allow(nil, stores: stores, of: limit, inUse: limit))
    }

    @Test func whoNeedsNoMoreIsNeverInTheWay() {
        var claims = SessionClaims()
        let first = SessionHolder(most: 2)
        claims.grant(first, stores: 2)
        // One of three is kept for the first holder by nobody but those who need more themselves.
        #expect(claims.allow(nil, stores: 2, of: 3, inUse: 2))
        let second = SessionHolder(most: 2)
        #expect(claims.allow(second, stores: 2, of: 3, inUse: 1))
        claims.grant(second, stores: 2)
        #expect(!claims.allow(SessionHolder(most: 2), stores: 2, of: 3, inUse: 2))
        #expect(claims.allow(first, stores: 2, of: 3, inUse: 2))
        claims.grant(first, stores: 2)
        #expect(!claims.allow(second, stores: 2, of: 3, inUse: 3))
        claims.release(first)
        #expect(claims.allow(second, stores: 2, of: 3, inUse: 2))
    }
}
