package import GranaryStore

extension [ObjectKey] {
    /// The keys in ascending order, each once; returned unchanged if they are so already.
    package var orderedOnce: [ObjectKey] {
        let isOrdered = zip(self, dropFirst()).allSatisfy { $0.compare($1) == .less }
        if isOrdered { return self }
        var distinct: [ObjectKey] = []
        for key in sorted() where distinct.last != key { distinct.append(key) }
        return distinct
    }
}
