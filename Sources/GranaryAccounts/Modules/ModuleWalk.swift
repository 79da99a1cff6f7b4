/// A walk from the modules that nobody needs to what they need, which finds what is missing, and circles.
struct ModuleWalk {
    let names: [String]
    let needs: [[Any.Type]]
    let places: [ObjectIdentifier: Int]
    /// The places of what each module needs, each once.
    private(set) var found: [[Int]]
    /// The modules on the way to the present one, and their places on it.
    private var way: [(place: Int, next: Int)] = []
    private var isOnWay: [Bool]
    private var isDone: [Bool]

    init(names: [String], needs: [[Any.Type]], places: [ObjectIdentifier: Int]) {
        (self.names, self.needs, self.places) = (names, needs, places)
        found = needs.map { needed in
            var seen: Set<Int> = []
            return needed.compactMap { places[ObjectIdentifier($0)] }.filter { seen.insert($0).inserted }
        }
        isOnWay = needs.map { _ in false }
        isDone = isOnWay
    }

    /// What is missing, and each circle that the walk finds, each with its path.
    mutating func problems() -> [String] {
        let needed = Set(found.joined())
        var problems: [String] = []
        // Whatever only circles lead to comes last.
        for place in names.indices.filter({ !needed.contains($0) }) + Array(names.indices) {
            problems += walk(from: place)
        }
        return problems
    }

    /// Without recursion, since the lists may be long.
    private mutating func walk(from first: Int) -> [String] {
        var problems: [String] = []
        if !isDone[first] { problems += enter(first) }
        while let (place, next) = way.last {
            guard next < found[place].count else {
                way.removeLast()
                isOnWay[place] = false
                continue
            }
            way[way.count - 1].next += 1
            let other = found[place][next]
            if isOnWay[other] {
                let circle = way.map(\.place).drop { $0 != other } + [other]
                problems.append("a circle: \(circle.map { names[$0] }.arrows)")
            } else if !isDone[other] {
                problems += enter(other)
            }
        }
        return problems
    }

    /// Takes a step, and says what the module needs that is not listed.
    private mutating func enter(_ place: Int) -> [String] {
        way.append((place, 0))
        isOnWay[place] = true
        isDone[place] = true
        let path = way.map { names[$0.place] }
        return needs[place].filter { places[ObjectIdentifier($0)] == nil }
            .map { "\($0) is missing (\((path + ["\($0)"]).arrows))" }
    }
}
