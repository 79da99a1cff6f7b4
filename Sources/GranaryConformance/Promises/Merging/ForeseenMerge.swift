/// The expected fate of a tally that two sides have changed, in plain Swift.
struct ForeseenMerge {
    /// The attributes that the random programs change.
    struct Version: Equatable, Sendable {
        var count = 0
        var high: Int?
        var words: [String]?
        var title = ""
        var editedAt: Int?
        var remark: String?
        var rank: Int?
    }

    /// The fate of the tally.
    enum Fate: Equatable {
        case conflict, gone
        case stays(Version)
    }

    let base: Version
    /// `nil` for a deletion.
    let mine: Version?
    /// `nil` for a deletion.
    let theirs: Version?

    func fate(_ policy: PolicyName) -> Fate {
        if mine == base { return theirs.map(Fate.stays) ?? .gone }
        if theirs == base { return mine.map(Fate.stays) ?? .gone }
        guard let mine, let theirs else {
            if mine == nil, theirs == nil { return .gone }
            switch policy {
            case .error, .perProperty: return .conflict
            case .storeWins, .rollback, .theirs: return theirs.map(Fate.stays) ?? .gone
            case .memoryWins, .overwrite, .mine: return mine.map(Fate.stays) ?? .gone
            }
        }
        let isRuled = { (side: Version) in side.remark == base.remark && side.rank == base.rank }
        let differs = { (one: Version, other: Version) in
            (base.remark != one.remark && base.remark != other.remark && one.remark != other.remark)
                || (base.rank != one.rank && base.rank != other.rank && one.rank != other.rank)
        }
        let isSettled = isRuled(mine) || isRuled(theirs)
        switch isSettled ? .perProperty : policy {
        case .error: return .conflict
        case .perProperty: return differs(mine, theirs) ? .conflict : .stays(merged { $0 || !$1 })
        case .storeWins: return .stays(merged { $0 && !$1 })
        case .memoryWins, .mine: return .stays(merged { mine, _ in mine })
        case .overwrite: return .stays(merged { _, _ in true })
        case .rollback, .theirs: return .stays(merged { _, _ in false })
        }
    }

    /// The fate of the tally after the program has decided for one side.
    func fate(forMine: Bool) -> Fate {
        guard forMine, mine != nil, theirs != nil else {
            return (forMine ? mine : theirs).map(Fate.stays) ?? .gone
        }
        return .stays(merged { mine, _ in mine })
    }

    /// The rules where both have changed an attribute; elsewhere a choice by whether mine and whether theirs has
    /// changed.
    private func merged(_ choosesMine: (Bool, Bool) -> Bool) -> Version {
        guard let mine, let theirs else { return base }
        func chosen<T: Equatable>(_ read: (Version) -> T, _ rule: (() -> T)? = nil) -> T {
            let (isMine, isTheirs) = (read(mine) != read(base), read(theirs) != read(base))
            if isMine, isTheirs, let rule { return rule() }
            return choosesMine(isMine, isTheirs) ? read(mine) : read(theirs)
        }
        return Version(
            count: chosen(\.count) { theirs.count + mine.count - base.count },
            high: chosen(\.high) { [mine.high, theirs.high].compactMap { $0 }.max() },
            words: chosen(\.words) { union(mine.words, theirs.words) },
            title: chosen(\.title) { isLater(mine, theirs) ? mine.title : theirs.title },
            editedAt: chosen(\.editedAt) { [mine.editedAt, theirs.editedAt].compactMap { $0 }.max() },
            remark: chosen(\.remark), rank: chosen(\.rank))
    }

    private func isLater(_ mine: Version, _ theirs: Version) -> Bool {
        (mine.editedAt ?? .min) > (theirs.editedAt ?? .min)
    }

    private func union(_ mine: [String]?, _ theirs: [String]?) -> [String] {
        let (base, mine, theirs) = (base.words ?? [], mine ?? [], theirs ?? [])
        let removed = base.filter { !mine.contains($0) }
        return theirs.filter { !removed.contains($0) }
            + mine.filter { !base.contains($0) && !theirs.contains($0) }
    }
}
