import FoundationEssentials
import Granary

/// The steps of a context program with the objects of one model, which it names by small numbers.
struct ModelKind: Sendable {
    /// The name of the entity.
    let name: String
    /// The key of an object by its number.
    let key: @Sendable (Int) -> ObjectKey
    let insert: @Sendable (Context, Int, Int) throws -> Void
    let find: @Sendable (Context, Int) throws -> (any Model)?
    let delete: @Sendable (Context, any Model) throws -> Void
    let refresh: @Sendable (Context, any Model) throws -> Void
    let require: @Sendable (Context, any Model) -> Void
    let fetch: @Sendable (Context, FetchPlan) throws -> [any Model]
    /// All objects of a query, by pages of a size.
    let pages: @Sendable (Context, FetchPlan, Int) throws -> [any Model]
    let count: @Sendable (Context, FetchPlan) throws -> Int
    let aggregate: @Sendable (Context, AggregatePlan) throws -> [[Value]]
    /// The setters of the attributes, by a number that determines the value.
    let setters: [@Sendable (any Model, Int) -> Void]
    /// The relationships to one.
    let references: [Reference]
    /// The relationships to many.
    let collections: [Collection]

    /// A relationship to one that a program changes.
    struct Reference: Sendable {
        let name: String
        let target: String
        let set: @Sendable (any Model, (any Model)?) -> Void
    }

    /// A relationship to many that a program changes.
    struct Collection: Sendable {
        let name: String
        let target: String
        let add: @Sendable (any Model, any Model) -> Void
        let remove: @Sendable (any Model, any Model) -> Void
        let read: @Sendable (any Model) -> [any Model]
    }
}

extension ModelKind {
    /// Makes the kind of a model.
    init<M: Model>(
        _ name: String, key: @escaping @Sendable (Int) -> M.Key, make: @escaping @Sendable (Int, Int) -> M,
        setters: [@Sendable (M, Int) -> Void], references: [Reference] = [], collections: [Collection] = []
    ) {
        self.name = name
        self.key = { key($0).objectKey }
        insert = { try $0.insert(make($1, $2)) }
        find = { try $0.object(ObjectID<M>(key($1))) }
        delete = { context, object in if let object = object as? M { try context.delete(object) } }
        refresh = { context, object in if let object = object as? M { try context.refresh(object) } }
        require = { context, object in if let object = object as? M { context.require(unchanged: object) } }
        fetch = { try $0.fetch(Self.query($1, of: M.self)) }
        pages = { try Self.pages(Self.query($1, of: M.self), size: $2, $0) }
        count = { try $0.count(Self.query($1, of: M.self)) }
        aggregate = { context, plan in
            try context.select(
                Self.query(plan.rows, of: M.self),
                columns: .groups(Grouping(groups: plan.groups, columns: plan.columns)))
        }
        self.setters = setters.map { set in
            { object, value in if let object = object as? M { set(object, value) } }
        }
        self.references = references
        self.collections = collections
    }

    /// Reads a query by cursors, and compares the results with a fetch.
    private static func pages<M: Model>(
        _ query: Query<M>, size: Int, _ context: Context
    ) throws -> [any Model] {
        var found: [M] = []
        var next: PageCursor?
        repeat {
            let page = try context.page(next.map(query.after) ?? query, size: size)
            if page.next != nil, page.objects.count != size {
                throw ModelFault("a page of \(size) has \(page.objects.count) objects, and is not the last")
            }
            found += page.objects
            next = page.next
        } while next != nil && found.count < 1_000
        let fetched = try context.fetch(query)
        if fetched.map(\.erasedKey) == found.map(\.erasedKey) { return found }
        throw ModelFault(
            "pages give \(found.map(\.erasedKey.text)), a fetch \(fetched.map(\.erasedKey.text))")
    }

    private static func query<M: Model>(_ plan: FetchPlan, of type: M.Type) -> Query<M> {
        var query = Query<M>(predicate: plan.predicate)
        query.sort = plan.sort
        query.offset = plan.offset
        query.limit = plan.limit
        return query
    }
}

extension ModelKind.Reference {
    /// A relationship of a model to one of another.
    init<Owner: Model, Target: Model>(
        _ name: String, to target: String, _ set: @escaping @Sendable (Owner, Target?) -> Void
    ) {
        self.init(name: name, target: target) { owner, object in
            if let owner = owner as? Owner { set(owner, object as? Target) }
        }
    }
}

extension ModelKind.Collection {
    /// A relationship of a model to many of another.
    init<Owner: Model, Target: Model>(
        _ name: String, of target: String, _ members: @escaping @Sendable (Owner) -> ToMany<Target>
    ) {
        self.init(
            name: name, target: target,
            add: { owner, object in
                if let owner = owner as? Owner, let object = object as? Target {
                    members(owner).append(object)
                }
            },
            remove: { owner, object in
                if let owner = owner as? Owner, let object = object as? Target {
                    members(owner).remove(object)
                }
            },
            read: { owner in (owner as? Owner).map { Array(members($0)) } ?? [] })
    }
}
