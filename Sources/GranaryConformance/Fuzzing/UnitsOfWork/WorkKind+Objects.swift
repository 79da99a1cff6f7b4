import FoundationEssentials
import Granary

/// The steps of programs with the objects of each model.
extension WorkKind {
    /// The key of a number.
    func key(_ number: Int) -> ObjectKey {
        switch self {
        case .squad, .athlete: .integer(Int64(number + 1))
        case .deal: Deal.Key(code: "d\(number % 2)", year: number).objectKey
        case .medal: .text("m\(number)")
        case .coach: .uuid(EdgeValues.uuid(number))
        }
    }

    /// A new object; without a key its key is made.
    func make(_ key: ObjectKey?, _ value: Int) -> any Model {
        switch self {
        case .squad:
            let squad = Squad(name: Self.name(value))
            if case .integer(let id)? = key { squad.id = Int(id) }
            return squad
        case .athlete:
            let athlete = Athlete(name: Self.name(value))
            if case .integer(let id)? = key { athlete.id = Int(id) }
            return athlete
        case .deal:
            let made = key.flatMap { Deal.Key(objectKey: $0) }
            return Deal(code: made?.code ?? "", year: made?.year ?? 0, score: value)
        case .medal:
            if case .text(let label)? = key { return Medal(label: label, score: value) }
            return Medal(label: "", score: value)
        case .coach:
            let coach = Coach(score: value)
            if case .uuid(let id)? = key { coach.id = id }
            return coach
        }
    }

    /// A unique name, or none.
    private static func name(_ value: Int) -> String? { value % 4 == 0 ? nil : "n\(value)" }

    /// Some of three colors.
    static func colors(_ value: Int) -> Set<String> {
        Set(["red", "green", "blue"].enumerated().filter { value >> $0.offset & 1 == 1 }.map(\.element))
    }

    /// Sets a number that nothing depends on.
    func score(_ object: any Model, _ value: Int) {
        switch object {
        case let object as Squad: object.score = value
        case let object as Athlete: object.score = value
        case let object as Deal: object.score = value
        case let object as Medal: object.score = value
        case let object as Coach: object.score = value
        default: break
        }
    }

    /// Sets the unique name, where there is one.
    func name(_ object: any Model, _ value: Int) {
        switch object {
        case let object as Squad: object.name = Self.name(value)
        case let object as Athlete: object.name = Self.name(value)
        default: break
        }
    }

    func insert(_ object: any Model, _ context: Context) throws {
        func open<M: Model>(_ object: M) throws { try context.insert(object) }
        try open(object)
    }

    func delete(_ object: any Model, _ context: Context) throws {
        func open<M: Model>(_ object: M) throws { try context.delete(object) }
        try open(object)
    }

    func refresh(_ object: any Model, _ context: Context) throws {
        func open<M: Model>(_ object: M) throws { try context.refresh(object) }
        try open(object)
    }

    func object(_ key: ObjectKey, _ context: Context) throws -> (any Model)? {
        func open<M: Model>(_ type: M.Type) throws -> (any Model)? {
            try M.Key(objectKey: key).flatMap { try context.object(ObjectID<M>($0)) }
        }
        return try open(modelType)
    }

    /// All objects as a context shows them.
    func objects(_ context: Context) throws -> [any Model] {
        func open<M: Model>(_ type: M.Type) throws -> [any Model] {
            try context.fetch(Query<M>(predicate: nil))
        }
        return try open(modelType)
    }

    /// Reads half of the objects in a stream.
    func stream(_ context: Context) throws {
        func open<M: Model>(_ type: M.Type) throws {
            var left = 2
            try context.stream(Query<M>(predicate: nil)) { _ in
                left -= 1
                return left > 0
            }
        }
        try open(modelType)
    }

    /// Sets the number of all objects in one batch.
    func scoreAll(_ context: Context, _ value: Int) throws {
        switch self {
        case .squad: try context.updateAll(Squad.all) { $0.score.set(to: value) }
        case .athlete: try context.updateAll(Athlete.all) { $0.score.set(to: value) }
        case .deal: try context.updateAll(Deal.all) { $0.score.set(to: value) }
        case .medal: try context.updateAll(Medal.all) { $0.score.set(to: value) }
        case .coach: try context.updateAll(Coach.all) { $0.score.set(to: value) }
        }
    }

    /// Deletes the objects of a number in one batch.
    func deleteAll(_ context: Context, _ value: Int) throws {
        switch self {
        case .squad: try context.deleteAll(Squad.where { $0.score == value })
        case .athlete: try context.deleteAll(Athlete.where { $0.score == value })
        case .deal: try context.deleteAll(Deal.where { $0.score == value })
        case .medal: try context.deleteAll(Medal.where { $0.score == value })
        case .coach: try context.deleteAll(Coach.where { $0.score == value })
        }
    }

    private var modelType: any Model.Type {
        switch self {
        case .squad: Squad.self
        case .athlete: Athlete.self
        case .deal: Deal.self
        case .medal: Medal.self
        case .coach: Coach.self
        }
    }
}

extension WorkReference {
    /// The model that has the relationship.
    var owner: WorkKind {
        switch self {
        case .squadOfAthlete, .next, .previous: .athlete
        case .squadOfDeal, .prize: .deal
        case .coach: .squad
        }
    }

    /// The destination model.
    var target: WorkKind {
        switch self {
        case .squadOfAthlete, .squadOfDeal: .squad
        case .next, .previous: .athlete
        case .coach: .coach
        case .prize: .medal
        }
    }

    /// Sets the target of an owner's reference.
    func set(_ owner: any Model, _ target: (any Model)?) {
        switch (self, owner) {
        case (.squadOfAthlete, let owner as Athlete): owner.squad = target as? Squad
        case (.next, let owner as Athlete): owner.next = target as? Athlete
        case (.previous, let owner as Athlete): owner.previous = target as? Athlete
        case (.squadOfDeal, let owner as Deal): owner.squad = target as? Squad
        case (.coach, let owner as Squad): owner.coach = target as? Coach
        case (.prize, let owner as Deal): owner.prize = target as? Medal
        default: break
        }
    }
}

extension WorkList {
    /// The model that has the list.
    var owner: WorkKind {
        switch self {
        case .athletes, .deals: .squad
        case .squads: .coach
        case .medals: .athlete
        case .winners, .prizes: .medal
        }
    }

    /// The model of the members.
    var member: WorkKind {
        switch self {
        case .athletes, .winners: .athlete
        case .deals, .prizes: .deal
        case .squads: .squad
        case .medals: .medal
        }
    }

    /// The members of an owner's list.
    func members(_ owner: any Model) -> [any Model] {
        switch (self, owner) {
        case (.athletes, let owner as Squad): Array(owner.athletes)
        case (.deals, let owner as Squad): Array(owner.deals)
        case (.squads, let owner as Coach): Array(owner.squads)
        case (.medals, let owner as Athlete): Array(owner.medals)
        case (.winners, let owner as Medal): Array(owner.athletes)
        case (.prizes, let owner as Medal): Array(owner.deals)
        default: []
        }
    }

    func add(_ member: any Model, to owner: any Model) {
        switch (self, owner, member) {
        case (.athletes, let owner as Squad, let member as Athlete): owner.athletes.append(member)
        case (.deals, let owner as Squad, let member as Deal): owner.deals.append(member)
        case (.squads, let owner as Coach, let member as Squad): owner.squads.append(member)
        case (.medals, let owner as Athlete, let member as Medal): owner.medals.append(member)
        case (.winners, let owner as Medal, let member as Athlete): owner.athletes.append(member)
        case (.prizes, let owner as Medal, let member as Deal): owner.deals.append(member)
        default: break
        }
    }

    func remove(_ member: any Model, from owner: any Model) {
        switch (self, owner, member) {
        case (.athletes, let owner as Squad, let member as Athlete): owner.athletes.remove(member)
        case (.deals, let owner as Squad, let member as Deal): owner.deals.remove(member)
        case (.squads, let owner as Coach, let member as Squad): owner.squads.remove(member)
        case (.medals, let owner as Athlete, let member as Medal): owner.medals.remove(member)
        case (.winners, let owner as Medal, let member as Athlete): owner.athletes.remove(member)
        case (.prizes, let owner as Medal, let member as Deal): owner.deals.remove(member)
        default: break
        }
    }
}
