package import GranaryStore

/// The sessions that units of work hold out of a limited number, so that each that has begun can get what it needs.
///
/// A unit of work over several stores that share connections holds one of them and asks for another. If all connections
/// were held by such units of work, each would wait for the others. So a connection is given away only if, after that,
/// they could all end one after the other (the banker's algorithm); a unit of work that needs no further one is never
/// in the way.
package struct SessionClaims {
    private struct Claim {
        var held = 0
        var most = 1

        var needed: Int { max(most - held, 0) }
    }

    private var claims: [ObjectIdentifier: Claim] = [:]

    /// Makes claims of nobody.
    package init() {}

    /// Whether a holder that uses at most so many stores may get one more session, from a limited number, some in
    /// use.
    ///
    /// One that may use more stores than there are sessions gets more, as long as it needs them.
    package func allow(
        _ holder: SessionHolder?, stores: Int, of limit: Int, inUse: Int
    ) -> Bool {
        if holder == nil, claims.isEmpty { return inUse < limit }
        var next = claim(of: holder, stores)
        let all = claims.values.reduce(max(limit, next.most)) { max($0, $1.most) }
        guard inUse < all else { return false }
        next.held += 1
        // Every session of one that needs no more ends by itself.
        guard next.needed > 0 || next.held > 1 else { return true }
        let own = holder.map(ObjectIdentifier.init)
        let needy = (claims.filter { $0.key != own }.map(\.value) + [next]).filter { $0.needed > 0 }
        var free = all - needy.reduce(0) { $0 + $1.held }
        for claim in needy.sorted(by: { $0.needed < $1.needed }) {
            guard claim.needed <= free else { return false }
            free += claim.held
        }
        return true
    }

    private func claim(of holder: SessionHolder?, _ stores: Int) -> Claim {
        guard let holder else { return Claim() }
        var claim = claims[ObjectIdentifier(holder)] ?? Claim()
        claim.most = max(claim.most, min(holder.most, stores))
        return claim
    }

    /// Counts a session as a holder's.
    package mutating func grant(_ holder: SessionHolder?, stores: Int) {
        guard let holder else { return }
        var claim = claim(of: holder, stores)
        claim.held += 1
        claims[ObjectIdentifier(holder)] = claim
    }

    /// Counts a session as no longer a holder's.
    package mutating func release(_ holder: SessionHolder?) {
        guard let holder, var claim = claims[ObjectIdentifier(holder)] else { return }
        claim.held -= 1
        claims[ObjectIdentifier(holder)] = claim.held > 0 ? claim : nil
    }
}
