import Granary

/// A live query that programs start, with a small number in its condition, and its result in plain Swift.
struct LiveShape: Sendable {
    /// The query that is followed, in words.
    let name: String
    /// Whether it reads several models, whose stores may be read between two commits of one save.
    var isJoined = false
    /// Whether each save can be reported by itself.
    var tellsEach = false
    /// Reads until the reading is over.
    let follow: @Sendable (PersistentStack, Int, LiveReading) async throws -> Void
    /// The result for a stored state.
    let result: @Sendable (StoredState, Int) -> [[Value]]
}

extension LiveShape {
    /// A live query.
    init<M: Model>(
        _ name: String, isJoined: Bool = false, tellsEach: Bool = false,
        _ query: @escaping @Sendable (Int) -> Query<M>,
        _ result: @escaping @Sendable (StoredState, Int) -> [StoredState.Row]
    ) {
        self.name = name
        self.isJoined = isJoined
        self.tellsEach = tellsEach
        self.result = { result($0, $1).values }
        follow = { stack, number, reading in
            guard let entity = stack.schema.entity(of: M.self) else { return }
            var reader = stack.observe(query(number), reading.pace.delivery).makeAsyncIterator()
            var former: [M.Snapshot]?
            while await reading.mayRead(), let result = try await reading.next({ try await reader.next() }) {
                let changes = result.isFirst ? nil : result.changes
                Self.check(&former, Array(result), changes, result.hasOverflowed, reading)
                reading.note(
                    try result.map { try $0.columnValues(of: entity) }, combines: result.hasOverflowed)
            }
        }
    }

    /// Applies the differences to the reader's last result; `nil` differences come with the first result.
    static func check<Element: Equatable>(
        _ former: inout [Element]?, _ result: [Element], _ changes: [ResultChange<Element>]?,
        _ mayBeSame: Bool = false, _ reading: LiveReading
    ) {
        defer { former = result }
        switch (former, changes) {
        case (nil, nil): break
        case (var elements?, let changes?):
            if changes.isEmpty, !mayBeSame { reading.note(fault: "a result came without a difference") }
            elements.apply(changes)
            if elements != result {
                reading.note(fault: "the differences \(changes) do not lead to the result \(result)")
            }
        default: reading.note(fault: "a first result came twice or not at all")
        }
    }

    /// A live aggregate; its value is compared as text.
    init<M: Model, V: Sendable>(
        _ name: String, isJoined: Bool = false,
        aggregate: @escaping @Sendable (PersistentStack, Int) -> LiveAggregate<M, V>,
        text: @escaping @Sendable (V) -> String = { "\($0)" },
        _ result: @escaping @Sendable (StoredState, Int) -> String
    ) {
        self.name = name
        self.isJoined = isJoined
        self.result = { [[.text(result($0, $1))]] }
        follow = { stack, number, reading in
            var reader = aggregate(stack, number).makeAsyncIterator()
            while await reading.mayRead(), let value = try await reading.next({ try await reader.next() }) {
                reading.note([[.text(text(value))]])
            }
        }
    }

    /// A live query in sections by an optional integer.
    init<M: Model>(
        _ name: String, sections: @escaping @Sendable (PersistentStack, Int) -> LiveSectionedQuery<M, Int?>,
        _ result: @escaping @Sendable (StoredState, Int) -> [(value: Int?, rows: [StoredState.Row])]
    ) {
        self.name = name
        self.result = { state, number in
            result(state, number).flatMap { [Self.head($0.value)] + $0.rows.values }
        }
        follow = { stack, number, reading in
            guard let entity = stack.schema.entity(of: M.self) else { return }
            var reader = sections(stack, number).makeAsyncIterator()
            var copy: SectionedCopy<M, Int?>?
            while await reading.mayRead(), let result = try await reading.next({ try await reader.next() }) {
                if (copy == nil) != result.isFirst {
                    reading.note(fault: "a first result came twice or not at all")
                }
                if let problem = copy?.follow(result) {
                    reading.note(fault: "changes of sections: \(problem)")
                }
                if copy == nil { copy = SectionedCopy(result) }
                reading.note(
                    try result.flatMap { section in
                        try [Self.head(section.value)] + section.map { try $0.columnValues(of: entity) }
                    })
            }
        }
    }

    private static func head(_ value: Int?) -> [Value] {
        [.text("section"), value.map { .integer(Int64($0)) } ?? .null]
    }
}
