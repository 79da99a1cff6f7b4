import FoundationEssentials
import Granary

/// The steps of a program with the objects of one model.
struct ModelKind: Sendable {
    /// The name of the entity.
    let name: String
    let type: any Model.Type
    /// The key of an object by its number.
    let key: @Sendable (Int) -> ObjectKey
    /// Inserts the object of a number, with values that another number determines.
    let insert: @Sendable (Context, Int, Int) throws -> Void
    /// Inserts an object whose key is made, and returns that; `nil` where the model makes none.
    let insertNew: (@Sendable (Context, Int) throws -> ObjectKey)?
    let find: @Sendable (Context, ObjectKey) throws -> (any Model)?
    let delete: @Sendable (Context, any Model) throws -> Void
    let refresh: @Sendable (Context, any Model) throws -> Void
    let require: @Sendable (Context, any Model) -> Void
    let fetch: @Sendable (Context, FetchPlan) throws -> [any Model]
    /// All objects of a query, by pages of a size.
    let pages: @Sendable (Context, FetchPlan, Int) throws -> [any Model]
    let count: @Sendable (Context, FetchPlan) throws -> Int
    let aggregate: @Sendable (Context, AggregatePlan) throws -> [[Value]]
    let select: @Sendable (Context, SelectPlan) throws -> [[Value]]
    /// The rows of a join with the objects of another model.
    let pairs: @Sendable (Context, JoinPlan, any Model.Type) throws -> [[Value]]
    /// Reads half of the objects in a stream.
    let stream: @Sendable (Context) throws -> Void
    /// Sets the first attribute of all objects in one batch.
    let updateAll: Batch
    /// Deletes the objects with a value of the first attribute in one batch.
    let deleteAll: Batch
    /// The setters of the attributes, by a number that determines the value.
    let setters: [@Sendable (any Model, Int) -> Void]
    /// The relationships to one.
    let references: [Reference]
    /// The relationships to many.
    let collections: [Collection]

    typealias Batch = @Sendable (Context, Int) throws -> Void

    /// A relationship to one that a program changes.
    struct Reference: Sendable {
        let name: String
        let target: String
        let set: @Sendable (any Model, (any Model)?) -> Void
        let read: @Sendable (any Model) -> (any Model)?
        /// The other side, which a program checks too.
        let inverse: Inverse
    }

    /// The objects that refer to an object, as it shows them itself.
    enum Inverse: Sendable {
        case none
        /// At most one.
        case one(@Sendable (any Model) -> (any Model)?)
        case many(@Sendable (any Model) -> [any Model])
    }

    /// A relationship to many that a program changes.
    struct Collection: Sendable {
        let name: String
        let target: String
        let add: @Sendable (any Model, any Model) -> Void
        let remove: @Sendable (any Model, any Model) -> Void
        let read: @Sendable (any Model) -> [any Model]
        /// The members' list on the other side of a many-to-many relationship, on the side that checks it.
        let inverse: (@Sendable (any Model) -> [any Model])?
    }
}

extension ModelKind {
    /// Makes the kind of a model.
    init<M: Model>(
        key: @escaping @Sendable (Int) -> M.Key, make: @escaping @Sendable (Int, Int) -> M,
        makeNew: (@Sendable (Int) -> M)? = nil, setters: [@Sendable (M, Int) -> Void],
        references: [Reference] = [], collections: [Collection] = [],
        updateAll: @escaping Batch = { _, _ in }, deleteAll: @escaping Batch = { _, _ in }
    ) {
        name = M.modelDescription.name
        type = M.self
        self.key = { key($0).objectKey }
        insert = { try $0.insert(make($1, $2)) }
        insertNew =
            if let makeNew {
                { context, value in
                    let object = makeNew(value)
                    try context.insert(object)
                    return object.erasedKey
                }
            } else { nil }
        find = { context, key in try M.Key(objectKey: key).flatMap { try context.object(ObjectID<M>($0)) } }
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
        select = { context, plan in
            try context.select(Self.query(plan.rows, of: M.self), columns: .expressions(plan.columns))
        }
        pairs = { context, plan, second in try Self.joined(M.self, second, plan, in: context) }
        stream = { context in
            var left = 2
            try context.stream(Query<M>(predicate: nil)) { _ in
                left -= 1
                return left > 0
            }
        }
        self.updateAll = updateAll
        self.deleteAll = deleteAll
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
                throw ProgramFault(
                    "a page of \(size) has \(page.objects.count) objects, and is not the last")
            }
            found += page.objects
            next = page.next
        } while next != nil && found.count < 1_000
        let fetched = try context.fetch(query)
        if fetched.map(\.erasedKey) == found.map(\.erasedKey) { return found }
        throw ProgramFault(
            "pages give \(found.map(\.erasedKey.text)), a fetch \(fetched.map(\.erasedKey.text))")
    }

    /// The query of a fetch.
    static func query<M: Model>(_ plan: FetchPlan, of type: M.Type) -> Query<M> {
        var query = Query<M>(predicate: plan.predicate)
        query.sort = plan.sort
        query.offset = plan.offset
        query.limit = plan.limit
        return query
    }
}

extension ModelKind.Reference {
    /// A relationship of a model to one of another, which refers back to one, to many, or not.
    init<Owner: Model, Target: Model>(
        _ name: String, _ path: any ReferenceWritableKeyPath<Owner, Target?> & Sendable,
        pair: (any KeyPath<Target, Owner?> & Sendable)? = nil,
        list: (any KeyPath<Target, ToMany<Owner>> & Sendable)? = nil
    ) {
        self.name = name
        target = Target.modelDescription.name
        set = { owner, object in (owner as? Owner)?[keyPath: path] = object as? Target }
        read = { ($0 as? Owner)?[keyPath: path] }
        inverse =
            if let pair {
                .one { ($0 as? Target)?[keyPath: pair] }
            } else if let list {
                .many { ($0 as? Target).map { Array($0[keyPath: list]) } ?? [] }
            } else {
                .none
            }
    }
}

extension ModelKind.Collection {
    /// A relationship of a model to many of another, which may have a list of its owners.
    init<Owner: Model, Target: Model>(
        _ name: String, _ path: any KeyPath<Owner, ToMany<Target>> & Sendable,
        inverse: (any KeyPath<Target, ToMany<Owner>> & Sendable)? = nil
    ) {
        self.name = name
        target = Target.modelDescription.name
        add = { owner, object in
            if let owner = owner as? Owner, let object = object as? Target {
                owner[keyPath: path].append(object)
            }
        }
        remove = { owner, object in
            if let owner = owner as? Owner, let object = object as? Target {
                owner[keyPath: path].remove(object)
            }
        }
        read = { ($0 as? Owner).map { Array($0[keyPath: path]) } ?? [] }
        self.inverse =
            if let inverse { { ($0 as? Target).map { Array($0[keyPath: inverse]) } ?? [] } } else { nil }
    }
}
