/// Ordered by values, part by part, as the store orders rows by key.
extension ObjectKey: Comparable {
    /// Whether the first key comes before the second.
    ///
    /// Keys of one entity have the same kinds of parts. For others the order is still total: where all values
    /// are equal, the shorter key comes first, then the names of the kinds decide.
    public static func < (left: ObjectKey, right: ObjectKey) -> Bool { left.compare(right) == .less }

    /// Orders two keys as `<` does.
    public func compare(_ other: ObjectKey) -> Ordering {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Ordering(a, b)
        case (.text(let a), .text(let b)): Bytewise.compare(a, b)
        // Without arrays of parts: sorting would make millions of them.
        case (.uuid(let a), .uuid(let b)): Value.uuid(a).compare(.uuid(b))
        default: compareParts(other)
        }
    }

    private func compareParts(_ other: ObjectKey) -> Ordering {
        let (left, right) = (values, other.values)
        for (a, b) in zip(left, right) {
            let ordering = a.compare(b)
            if ordering != .equal { return ordering }
        }
        return Ordering(left.count, right.count)
            .then(Ordering(left.map(\.kindName).joined(), right.map(\.kindName).joined()))
            .then(Ordering(formRank, other.formRank))
    }

    /// Distinguishes a key of one part from a compound key that holds the same part.
    private var formRank: Int {
        if case .compound = self { 1 } else { 0 }
    }
}
