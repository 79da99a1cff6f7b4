/// Where a value is in JSON: the way to it, in steps.
final class JSONPath: Sendable {
    private let parent: JSONPath?
    private let key: JSONKey
    /// The number of steps.
    let depth: Int

    init(_ parent: JSONPath?, _ key: JSONKey) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }
}

extension JSONPath? {
    /// The path one step further.
    func appending(_ key: some CodingKey) -> JSONPath { JSONPath(self, JSONKey(key)) }

    /// The path to an element.
    func appending(_ index: Int) -> JSONPath { JSONPath(self, JSONKey(index)) }
}

extension JSONPath {
    /// The steps, the first one first.
    static func keys(_ path: JSONPath?) -> [any CodingKey] {
        var (keys, step): ([any CodingKey], JSONPath?) = ([], path)
        while let here = step {
            keys.append(here.key)
            step = here.parent
        }
        return keys.reversed()
    }
}
