/// The beginnings and ends of a result's sections.
struct SectionLayout: Sendable {
    /// The sections in their order: the value and the positions of the objects.
    let sections: [(key: Value, range: Range<Int>)]

    /// Divides rows that are ordered by the section's value.
    ///
    /// Complexity: O(sections · log *n*) calls of `key` for *n* rows.
    init(count: Int, key: (Int) throws -> Value) rethrows {
        var sections: [(key: Value, range: Range<Int>)] = []
        var start = 0
        while start < count {
            let value = try key(start)
            // The first position after the section, by steps that double and then halve.
            var (low, step) = (start, 1)
            while low + step < count, try key(low + step) == value {
                low += step
                step *= 2
            }
            var high = min(low + step, count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if try key(middle) == value { low = middle } else { high = middle }
            }
            sections.append((value, start..<high))
            start = high
        }
        self.sections = sections
    }

    /// The place of a position of the whole result; an object after the last section counts to it.
    ///
    /// Complexity: O(log sections).
    func place(of position: Int) -> SectionPlace {
        var (low, high) = (0, sections.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if sections[middle].range.lowerBound <= position { low = middle } else { high = middle }
        }
        let start = sections.isEmpty ? 0 : sections[low].range.lowerBound
        return SectionPlace(section: low, item: position - start)
    }

    /// The value of the section of a place; `nil` if there is no such section.
    func key(of place: SectionPlace) -> Value? {
        sections.indices.contains(place.section) ? sections[place.section].key : nil
    }

    /// The sections of a former layout that have left.
    func left(since former: SectionLayout) -> [(position: Int, key: Value)] { former.entered(since: self) }

    /// The sections that a former layout did not have.
    func entered(since former: SectionLayout) -> [(position: Int, key: Value)] {
        let known = Set(former.sections.map(\.key))
        return sections.enumerated().filter { !known.contains($1.key) }.map { ($0, $1.key) }
    }
}
