/// A walk from the modules that nobody needs to what they need, which finds what is missing, and circles.
struct ModuleWalk {
    private enum Mark { case new, onWay, done }

    private let names: [String]
    private let needs: [[Any.Type]]
    private let places: [ObjectIdentifier: Int]
    /// The places of what each module needs, each once.
    let found: [[Int]]
    /// What is missing, and each circle that the walk finds, each with its path.
    private(set) var problems: [String] = []
    /// The modules on the way to the present one.
    private var way: [Int] = []
    private var marks: [Mark]

    init(names: [String], needs: [[Any.Type]], places: [ObjectIdentifier: Int]) {
        self.names = names
        self.needs = needs
        self.places = places
        found = needs.map { needed in
            var seen: Set<Int> = []
            return needed.compactMap { places[ObjectIdentifier($0)] }.filter { seen.insert($0).inserted }
        }
        marks = needs.map { _ in .new }
        let needed = Set(found.joined())
        // Modules that are only in circles come last.
        for place in names.indices.filter({ !needed.contains($0) }) + Array(names.indices) { enter(place) }
    }

    /// Takes a step to a module, and from there to all that it needs.
    private mutating func enter(_ place: Int) {
        switch marks[place] {
        case .done: return
        case .onWay:
            let circle = way.drop { $0 != place } + [place]
            problems.append("a circle: \(circle.map { names[$0] }.arrows)")
        case .new:
            marks[place] = .onWay
            way.append(place)
            for need in needs[place] where places[ObjectIdentifier(need)] == nil {
                let path = way.map { names[$0] } + ["\(need)"]
                problems.append("\(need) is missing (\(path.arrows))")
            }
            for other in found[place] { enter(other) }
            way.removeLast()
            marks[place] = .done
        }
    }
}
