/// The tallies of a program, in plain Swift: as each context wants them, and as they are stored.
struct ForeseenTallies {
    typealias Version = ForeseenMerge.Version

    /// A tally that a context has changed since its last save.
    private struct Wish {
        /// The tally as the context showed it before; `nil` where it showed none.
        let base: Version?
        /// The tally as the context wants it; `nil` for a deletion.
        let mine: Version?
        /// Whether the tally is a new one with the key of one that the context has deleted.
        var replaces = false

        /// The expected fate of the tally, given the others' version of it.
        func fate(_ policy: PolicyName, _ theirs: Version?) -> Fate {
            guard let base else {
                return theirs == nil ? .foreseen(mine.map { .stays($0) } ?? .gone) : .taken
            }
            guard replaces, let mine else {
                return .foreseen(ForeseenMerge(base: base, mine: mine, theirs: theirs).fate(policy))
            }
            // Others may contradict the deletion; the new tally goes with it.
            switch ForeseenMerge(base: base, mine: nil, theirs: theirs).fate(policy) {
            case .gone: return .foreseen(.stays(mine))
            case let fate: return .foreseen(fate)
            }
        }
    }

    /// The fate of a tally when a context saves.
    enum Fate: Equatable {
        /// A new tally has the key of another one.
        case taken
        case foreseen(ForeseenMerge.Fate)

        /// Whether the context that saves has to decide.
        var isConflict: Bool { self == .foreseen(.conflict) }
    }

    /// The tallies in the store.
    private(set) var stored: [Int: Version] = [:]
    private var wishes: [Int: [Int: Wish]] = [:]

    /// Whether a context has changed a tally since its last save.
    func hasChanged(_ id: Int, in context: Int) -> Bool { wishes[context]?[id] != nil }

    /// Notes that a context wants a tally otherwise than it has shown it.
    mutating func want(_ id: Int, _ mine: Version?, insteadOf shown: Version?, in context: Int) {
        let former = wishes[context]?[id]
        var wish = Wish(base: former == nil ? shown : former?.base, mine: mine)
        let isNew = shown == nil && former?.base != nil
        wish.replaces = isNew || (former?.replaces ?? false)
        let isNothing = wish.base == nil && mine == nil
        wishes[context, default: [:]][id] = isNothing ? nil : wish
    }

    /// The expected fates in a save of a context.
    func fates(of context: Int, _ policy: PolicyName, theirs: [Int: Version]) -> [Int: Fate] {
        (wishes[context] ?? [:]).reduce(into: [:]) { fates, entry in
            fates[entry.key] = entry.value.fate(policy, theirs[entry.key])
        }
    }

    /// Notes that a context has saved to the store.
    mutating func store(_ fates: [Int: Fate], of context: Int) {
        for case (let id, .foreseen(let fate)) in fates {
            switch fate {
            case .stays(let version): stored[id] = version
            case .gone: stored[id] = nil
            case .conflict: break
            }
        }
        forget(context)
    }

    /// Notes that a child has saved to its parent, which has shown some tallies before.
    mutating func takeOver(
        _ fates: [Int: Fate], from child: Int, to parent: Int, showing shown: [Int: Version]
    ) {
        for case (let id, .foreseen(let fate)) in fates {
            let mine: Version? = if case .stays(let version) = fate { version } else { nil }
            if mine != shown[id] { want(id, mine, insteadOf: shown[id], in: parent) }
        }
        forget(child)
    }

    /// Notes that undoing or redoing has changed a tally of a context.
    mutating func move(_ id: Int, to mine: Version?, from shown: Version?, in context: Int) {
        let former = wishes[context]?[id]
        let base = former == nil ? shown : former?.base
        wishes[context, default: [:]][id] = mine == base ? nil : Wish(base: base, mine: mine)
    }

    /// Whether a context has a new tally with the key of a deleted one.
    func hasReplaced(in context: Int) -> Bool { wishes[context]?.values.contains(where: \.replaces) ?? false }

    /// Records that the program has decided about a conflict of a context with others.
    mutating func resolve(_ id: Int, of context: Int, forMine: Bool, theirs: Version?) {
        guard let wish = wishes[context]?[id], let base = wish.base else { return }
        // The program decides about the deletion; the new tally goes with it.
        let replaces = forMine && wish.replaces
        let fate = ForeseenMerge(base: base, mine: wish.mine, theirs: theirs).fate(forMine: forMine)
        let merged: Version? = if case .stays(let version) = fate { version } else { nil }
        let mine = replaces ? wish.mine : merged
        let isNothing = mine == theirs && !replaces
        wishes[context]?[id] = isNothing ? nil : Wish(base: theirs, mine: mine, replaces: replaces)
    }

    /// Notes that a save of a context was refused after its conflicts were settled: its content is based on the others'
    /// state, which is the store's or that of its parent.
    mutating func settle(
        _ fates: [Int: Fate], of context: Int, showing shown: [Int: Version], theirs others: [Int: Version]
    ) {
        for case (let id, .foreseen(.stays(let version))) in fates where shown[id] == version {
            guard let wish = wishes[context]?[id], !wish.replaces, let theirs = others[id],
                wish.base != theirs
            else { continue }
            wishes[context]?[id] = version == theirs ? nil : Wish(base: theirs, mine: version)
        }
    }

    /// Notes that a context has given up its changes.
    mutating func forget(_ context: Int) { wishes[context] = nil }
}
