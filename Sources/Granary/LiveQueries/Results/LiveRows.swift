/// The rows of a live query that is evaluated from the values of saves, without querying the store.
///
/// In a store that numbers its saves in the order of their commits, they are reported in this order, and the saves that
/// a read includes are known. In both kinds of stores, a save of a held row is trusted if it replaced exactly the held
/// version, and known if it wrote that version. In a store without that order, a save of any other row is trusted if it
/// follows everything that was reported or read before. All other rows are uncertain.
struct LiveRows<M: Model> {
    /// The rows to read again.
    typealias UncertainRows = [KeyBits: UncertainRow]

    /// A row to read again, and its version after the save.
    struct UncertainRow {
        let id: ObjectID<M>
        /// `nil` where the save has deleted the row.
        let version: Int64?
    }

    private let evaluator: QueryEvaluator<M>
    /// The rows in the order of the query; with a limit, some beyond it.
    private var rows: [LiveRow<M>] = []
    private var held: [KeyBits: LiveRow<M>] = [:]
    /// The order of the last known row, with none held after it; `nil` if all are held.
    private var boundary: [Value]?
    /// The largest number of a reported save.
    private var newest: Int64 = 0
    /// The last read.
    private var readVersion = ReadVersion(barrier: 0)

    init(_ evaluator: QueryEvaluator<M>) { self.evaluator = evaluator }

    /// The result.
    var result: ArraySlice<LiveRow<M>> { rows.prefix(evaluator.limit ?? rows.count) }

    /// The missing rows while too few are held to fill the limit: rows after an order, enough for the reserve too.
    var gap: (order: [Value], count: Int)? {
        guard let boundary, let limit = evaluator.limit, rows.count < limit else { return nil }
        return (boundary, Self.reserved(limit) - rows.count)
    }

    /// The newest save that the rows have; `nil` if they are not those of one version of the store.
    var number: Int64? { readVersion.number.map { max($0, newest) } }

    /// Whether the rows are those of one version of the store, which reading some of them again would mix with a later
    /// one.
    var areOfOneVersion: Bool { readVersion.number != nil }

    /// How many rows a query should fetch: some more than its limit, so that others can leave.
    static func reserved(_ limit: Int) -> Int {
        let (count, overflow) = limit.addingReportingOverflow(Swift.max(16, Swift.min(limit, 256)))
        return overflow ? limit : count
    }

    /// Starts with the store's rows for the query with its reserve.
    mutating func begin(with found: [LiveRow<M>], at readVersion: ReadVersion) {
        rows = found
        held = Dictionary(found.map { ($0.bits, $0) }) { $1 }
        let isFull = evaluator.limit.map { found.count >= Self.reserved($0) } ?? false
        boundary = isFull ? found.last?.order : nil
        self.readVersion = readVersion
    }

    /// Adds the rows that were found after the held ones, as ``gap`` asks for them.
    ///
    /// If the held rows are those of one version, the new ones must be of the same. Otherwise a save that is not known
    /// yet may have moved some of the held rows: the found places count.
    mutating func fill(
        _ gap: (order: [Value], count: Int), with found: [LiveRow<M>], at readVersion: ReadVersion
    ) {
        if found.contains(where: { held[$0.bits] != nil }) {
            let moved = Set(found.map(\.bits))
            rows.removeAll { moved.contains($0.bits) }
        }
        rows += found
        for row in found { held[row.bits] = row }
        boundary = found.count < gap.count ? nil : found.last?.order
        self.readVersion = readVersion
    }

    // MARK: Evaluating

    /// Applies the rows of a save; returns those that have to be read again.
    mutating func apply(_ save: ObservedChanges<M>, ticket: UInt64, _ touched: inout [KeyBits: LiveRow<M>?])
        throws -> UncertainRows
    {
        var uncertain: UncertainRows = [:]
        if let number = readVersion.number, save.number <= number { return uncertain }
        let isLate = readVersion.number == nil && (ticket <= readVersion.barrier || save.number <= newest)
        newest = max(newest, save.number)
        var room = evaluator.makeRoom()
        for deletion in save.deleted {
            let bits = deletion.before.objectID.key.keyBits
            guard let row = held[bits] else { continue }
            // It replaced exactly the held version, however late it is reported.
            if row.version == deletion.base {
                hold(nil, bits, &touched)
            } else {
                uncertain[bits] = UncertainRow(id: deletion.before.objectID, version: nil)
            }
        }
        for update in save.updated {
            try apply(update.after, save.number, isLate, from: update.base, &room, &touched, &uncertain)
        }
        for snapshot in save.inserted {
            try apply(snapshot, save.number, isLate, from: nil, &room, &touched, &uncertain)
        }
        return uncertain
    }

    private mutating func apply(
        _ snapshot: M.Snapshot, _ number: Int64, _ isLate: Bool, from base: Int64?,
        _ room: inout QueryEvaluator<M>.Room, _ touched: inout [KeyBits: LiveRow<M>?],
        _ uncertain: inout UncertainRows
    ) throws {
        let bits = snapshot.objectID.key.keyBits
        let present = held[bits]
        let isMember = try evaluator.has(snapshot, &room)
        // Another save moved the row across the boundary.
        if present == nil, !isMember || isBeyond(room.order) { return }
        let row = isMember ? LiveRow<M>(snapshot, bits, version: number, order: room.order) : nil
        if let present {
            // The read already had it.
            if present.version == number { return }
            if present.version == base { return hold(row, bits, &touched) }
        } else if !isLate {
            return hold(row, bits, &touched)
        }
        uncertain[bits] = UncertainRow(id: snapshot.objectID, version: number)
    }

    /// Takes rows that were read again; the others among the uncertain ones are gone.
    ///
    /// Returns whether one shows a later save than the one that made it uncertain.
    mutating func replaceUncertain(
        _ uncertain: UncertainRows, with found: [LiveRow<M>], at readVersion: ReadVersion,
        _ touched: inout [KeyBits: LiveRow<M>?]
    ) -> Bool {
        var missing = uncertain
        var isLater = false
        for row in found {
            if missing.removeValue(forKey: row.bits)?.version != row.version { isLater = true }
            hold(row, row.bits, &touched)
        }
        for (bits, row) in missing {
            if row.version != nil { isLater = true }
            hold(nil, bits, &touched)
        }
        self.readVersion = readVersion
        return isLater
    }

    private mutating func hold(
        _ row: LiveRow<M>?, _ bits: KeyBits, _ touched: inout [KeyBits: LiveRow<M>?]
    ) {
        if touched[bits] == nil { touched[bits] = .some(held[bits]) }
        held[bits] = row.flatMap { isBeyond($0.order) ? nil : $0 }
    }

    /// Whether a row with this order is not held, because it comes after the known ones.
    private func isBeyond(_ order: [Value]) -> Bool {
        boundary.map { evaluator.precedes($0, order) } ?? false
    }

    // MARK: Placing

    /// Puts the touched rows in their places, and returns the differences from the former result.
    ///
    /// `touched` has the former rows of all keys that may have changed.
    mutating func place(_ touched: [KeyBits: LiveRow<M>?]) -> [ResultChange<M.Snapshot>] {
        let pairs = touched.map { (former: $1, new: held[$0]) }.filter { $0.former !== $0.new }
        if pairs.isEmpty { return [] }
        if evaluator.limit != nil {
            let former = Array(result)
            exchange(pairs)
            return ResultDifference.changes(from: former[...], to: result)
        }
        if pairs.count == 1, let change = replace(pairs[0]) { return change }
        let origins = pairs.map { pair in pair.former.map { evaluator.position(of: $0.order, in: rows) } }
        exchange(pairs)
        var changes: [ResultChange<M.Snapshot>] = []
        for (pair, origin) in zip(pairs, origins) {
            let position = pair.new.map { evaluator.position(of: $0.order, in: rows) }
            add(pair.former, origin, pair.new, position, isAlone: pairs.count == 1, to: &changes)
        }
        return changes
    }

    /// Puts a row in the place of its former one, without a limit; `nil` if it belongs somewhere else.
    ///
    /// It searches for the place once. With many rows that is most of the work, since each step waits for memory.
    private mutating func replace(
        _ pair: (former: LiveRow<M>?, new: LiveRow<M>?)
    ) -> [ResultChange<M.Snapshot>]? {
        guard let former = pair.former, let new = pair.new, evaluator.haveSamePlace(former.order, new.order)
        else { return nil }
        let position = evaluator.position(of: former.order, in: rows)
        guard position < rows.count, rows[position] === former else { return nil }
        rows[position] = new
        if former.snapshot == new.snapshot { return [] }
        return [.update(at: position, before: former.snapshot, after: new.snapshot)]
    }

    private func add(
        _ former: LiveRow<M>?, _ origin: Int?, _ new: LiveRow<M>?, _ position: Int?, isAlone: Bool,
        to changes: inout [ResultChange<M.Snapshot>]
    ) {
        switch (former, origin, new, position) {
        case (let former?, let origin?, let new?, let position?):
            // Rows whose order is the same keep their places among all that stay.
            let stays = isAlone && origin == position || evaluator.haveSamePlace(former.order, new.order)
            if !stays {
                changes.append(
                    .move(from: origin, to: position, before: former.snapshot, after: new.snapshot))
            } else if former.snapshot != new.snapshot {
                changes.append(.update(at: position, before: former.snapshot, after: new.snapshot))
            }
        case (let former?, let origin?, nil, _): changes.append(.delete(at: origin, former.snapshot))
        case (nil, _, let new?, let position?): changes.append(.insert(at: position, new.snapshot))
        default: break
        }
    }

    private mutating func exchange(_ pairs: [(former: LiveRow<M>?, new: LiveRow<M>?)]) {
        // Moving the rest of the list for each row costs more than building it again.
        if pairs.count > 32 { rebuild(pairs) } else { for pair in pairs { exchange(pair.former, pair.new) } }
        trim()
    }

    private mutating func exchange(_ former: LiveRow<M>?, _ new: LiveRow<M>?) {
        if let former {
            let position = evaluator.position(of: former.order, in: rows)
            guard rows.indices.contains(position), rows[position] === former else { return }
            if let new, evaluator.haveSamePlace(former.order, new.order) {
                rows[position] = new
                return
            }
            rows.remove(at: position)
        }
        if let new { rows.insert(new, at: evaluator.position(of: new.order, in: rows)) }
    }

    private mutating func rebuild(_ pairs: [(former: LiveRow<M>?, new: LiveRow<M>?)]) {
        let leaving = Set(pairs.compactMap { $0.former?.bits })
        let entering = pairs.compactMap(\.new).sorted { evaluator.precedes($0.order, $1.order) }
        var next = entering.startIndex
        var merged: [LiveRow<M>] = []
        merged.reserveCapacity(held.count)
        for row in rows where !leaving.contains(row.bits) {
            while next < entering.count, evaluator.precedes(entering[next].order, row.order) {
                merged.append(entering[next])
                next += 1
            }
            merged.append(row)
        }
        merged += entering[next...]
        rows = merged
    }

    /// Drops rows far beyond the limit.
    private mutating func trim() {
        guard let limit = evaluator.limit, rows.count / 2 > Self.reserved(limit) else { return }
        for row in rows[Self.reserved(limit)...] { held[row.bits] = nil }
        rows.removeSubrange(Self.reserved(limit)...)
        boundary = rows.last?.order
    }
}
