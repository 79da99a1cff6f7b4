import Granary

/// The modules of a list that can be started in some order, by their places in it.
struct ModuleGraph: Sendable {
    let entries: [ModuleEntry]
    private(set) var modules: [any Module]
    let names: [String]
    let places: [ObjectIdentifier: Int]
    /// What each module needs.
    let needs: [[Int]]
    /// Who needs each module.
    let dependents: [[Int]]
    /// Whether each module starts before the start of all returns: essential ones, and what they need.
    let isEssential: [Bool]

    /// Checks a list.
    ///
    /// - Throws: ``GranaryError/Code/modules``, which names all that is wrong.
    init(_ list: Modules) throws {
        let entries = list.entries
        let names = entries.map { "\($0.key)" }
        var problems = list.unlisted.map { "a double was put in for \($0), which is not listed" }
        var places: [ObjectIdentifier: Int] = [:]
        var twice: Set<Int> = []
        for (place, entry) in entries.enumerated() {
            if let first = places[ObjectIdentifier(entry.key)] {
                if twice.insert(first).inserted { problems.append("\(names[first]) is listed twice") }
            } else {
                places[ObjectIdentifier(entry.key)] = place
            }
        }
        for (place, entry) in entries.enumerated() where !(entry.value is any Module) {
            problems.append("what is listed as \(names[place]), \(type(of: entry.value)), is no Module")
        }
        // What is no module needs nothing.
        let needs = entries.map { ($0.value as? any Module)?.needs ?? [] }
        let walk = ModuleWalk(names: names, needs: needs, places: places)
        problems += walk.problems
        if problems.isEmpty {
            self.init(entries, entries.compactMap { $0.value as? any Module }, names, places, walk.found)
            return
        }
        throw GranaryError(
            .modules,
            "The modules cannot be started: \(problems.joined(separator: "; ")). Nothing was started. Correct the list, or `needs`."
        )
    }

    private init(
        _ entries: [ModuleEntry], _ modules: [any Module], _ names: [String],
        _ places: [ObjectIdentifier: Int], _ needs: [[Int]]
    ) {
        var dependents = [[Int]](repeating: [], count: needs.count)
        for (place, needed) in needs.enumerated() {
            for other in needed { dependents[other].append(place) }
        }
        self.entries = entries
        self.modules = modules
        self.names = names
        self.places = places
        self.needs = needs
        self.dependents = dependents
        let essential = entries.indices.filter { entries[$0].moment == .essential }
        isEssential = Self.reached(from: essential, along: needs)
    }

    /// Whether each module is among some, or can be reached from them.
    private static func reached(from first: [Int], along arrows: [[Int]]) -> [Bool] {
        var reached = [Bool](repeating: false, count: arrows.count)
        var open = first
        while let place = open.popLast() {
            if reached[place] { continue }
            reached[place] = true
            open += arrows[place]
        }
        return reached
    }

    /// A module and all that need it, by others too.
    func dependents(of place: Int) -> [Int] {
        let reached = Self.reached(from: [place], along: dependents)
        return reached.indices.filter { reached[$0] }
    }

    /// The same graph, where what a closure makes of each module is started and stopped in its place.
    func wrapping(_ wrap: (any Module) -> any Module) -> ModuleGraph {
        var graph = self
        graph.modules = modules.map(wrap)
        return graph
    }

    /// The place of the module that is listed as a type.
    ///
    /// - Throws: ``GranaryError/Code/notFound``
    func place<Key>(of type: Key.Type) throws -> Int {
        guard let place = places[ObjectIdentifier(type)] else {
            throw GranaryError.unlistedModule("\(type)")
        }
        return place
    }

    /// What a module finds when it starts.
    func surroundings(of place: Int, _ ground: ModuleGround) -> ModuleSurroundings {
        var needed: [ObjectIdentifier: any Sendable] = [:]
        for other in needs[place] { needed[ObjectIdentifier(entries[other].key)] = entries[other].value }
        return ModuleSurroundings(of: names[place], needed, ground)
    }
}
